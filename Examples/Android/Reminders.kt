// Carries tickler's actions out on Android: a table of what the phone holds, and one alarm, for the soonest of it. When it rings, it shows
// what is due and sets the next one. docs/actions.md says what the actions mean. Geofences are left out.
package org.example.reminders

import android.app.AlarmManager
import android.app.Notification
import android.app.NotificationManager
import android.app.PendingIntent
import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.os.Build
import java.time.Instant
import java.time.LocalDate
import java.time.LocalDateTime
import java.time.LocalTime
import java.time.ZoneId
import org.json.JSONObject

/** A request that the phone holds, as the action line that brought it. */
class Request(val id: String, val line: JSONObject) {
    val trigger: JSONObject get() = line.getJSONObject("trigger")
    val repeats: Boolean get() = trigger.optBoolean("repeats")

    /** The first instant after `last` at which it fires, on the clock that the phone shows; null: never. */
    fun next(last: Instant): Instant? = when {
        trigger.getString("type") == "instant" -> Instant.parse(line.getString("at"))
        trigger.getString("type") != "calendar" -> null
        repeats -> nextRepeating(last, trigger.getJSONObject("components"))
        else -> {
            val zone = if (trigger.optBoolean("floats")) ZoneId.systemDefault() else ZoneId.of(trigger.getString("zone"))
            // Bound to its zone, it is the line's own instant: of a wall time that comes twice, that may be the second one.
            val at = if (trigger.optBoolean("floats")) LocalDateTime.parse(trigger.getString("local")).atZone(zone).toInstant()
            else Instant.parse(line.getString("at"))
            at.takeIf { it > last }
        }
    }

    private fun nextRepeating(last: Instant, match: JSONObject): Instant? {
        val zone = ZoneId.systemDefault()
        val time = LocalTime.of(match.getInt("hour"), match.getInt("minute"))
        val first = LocalDate.from(last.atZone(zone)).minusDays(1)
        return (0L..368L).asSequence().map { first.plusDays(it) }.filter { matches(it, match) }
            .map { it.atTime(time).atZone(zone).toInstant() }.firstOrNull { it > last }
    }

    private fun matches(date: LocalDate, match: JSONObject): Boolean =
        // 1 for Sunday to 7 for Saturday.
        (!match.has("weekday") || match.getInt("weekday") == date.dayOfWeek.value % 7 + 1) &&
            (!match.has("day") || match.getInt("day") == date.dayOfMonth) &&
            (!match.has("month") || match.getInt("month") == date.monthValue)
}

class Reminders(private val context: Context) {
    private val table = context.getSharedPreferences("tickler", Context.MODE_PRIVATE)
    private val manager = context.getSystemService(NotificationManager::class.java)

    /** What the phone holds: `pending` of the next export. */
    fun held(): List<Request> =
        table.all.filterKeys { it.startsWith("request ") }.map { (key, text) -> Request(key.drop(8), JSONObject(text as String)) }

    private fun last(now: Instant): Instant = Instant.ofEpochMilli(table.getLong("last", now.toEpochMilli()))

    /** Carries out the lines of `actions.ndjson` for this phone, in their order. */
    fun carryOut(lines: List<JSONObject>, now: Instant = Instant.now()) {
        ring(now)
        val edit = table.edit()
        for (line in lines) {
            val id = line.getString("request")
            val key = "request $id"
            when (line.getString("action")) {
                "withdraw" -> manager.cancel(id, 0)
                "cancel" -> edit.remove(key)
                // It would ring at once, or never: the next plan reports it as past. An event that is past is due now.
                "add", "move" -> if (isPast(line, now)) edit.remove(key) else edit.putString(key, line.toString())
                "update" -> held().find { it.id == id }?.let { old ->
                    line.put("trigger", old.trigger)
                    edit.putString(key, line.toString())
                }
            }
            edit.commit()
        }
        ring(now)
    }

    private fun isPast(line: JSONObject, now: Instant): Boolean {
        val trigger = line.getJSONObject("trigger")
        return trigger.getString("type") == "calendar" && !trigger.optBoolean("repeats") && Instant.parse(line.getString("at")) <= now
    }

    /** Shows what came due since it rang last, and sets the alarm for what comes next. */
    fun ring(now: Instant = Instant.now()) {
        val edit = table.edit()
        val last = last(now)
        for (request in held().sortedBy { it.id }) {
            val at = request.next(last) ?: continue
            if (at > now) continue
            show(request)
            if (!request.repeats) edit.remove("request ${request.id}")
        }
        edit.putLong("last", now.toEpochMilli()).commit()
        setAlarm(held().mapNotNull { it.next(now) }.sorted().firstOrNull(), now)
    }

    private fun setAlarm(at: Instant?, now: Instant) {
        val alarms = context.getSystemService(AlarmManager::class.java)
        val intent = PendingIntent.getBroadcast(
            context, 0, Intent(context, AlarmReceiver::class.java), PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_IMMUTABLE
        )
        if (at == null) return alarms.cancel(intent)
        val millis = maxOf(at, now).toEpochMilli()
        if (Build.VERSION.SDK_INT < 31 || alarms.canScheduleExactAlarms()) {
            alarms.setExactAndAllowWhileIdle(AlarmManager.RTC_WAKEUP, millis, intent)
        } else {
            alarms.setWindow(AlarmManager.RTC_WAKEUP, millis, 10 * 60_000L, intent)
        }
    }

    private fun show(request: Request) {
        val line = request.line
        // The channel has the sound and the importance.
        val notification = Notification.Builder(context, line.optString("channel", "default"))
            .setSmallIcon(R.drawable.reminder).setContentTitle(line.getString("title")).setContentText(line.optString("body"))
            .setNumber(line.optInt("badge")).setAutoCancel(true).setContentIntent(tap(request)).build()
        manager.notify(request.id, 0, notification)
    }

    /** Opens what the policy's `destination`, `url` and `data` say. */
    private fun tap(request: Request): PendingIntent {
        val open = Intent(context, MainActivity::class.java).setAction(request.id)
        for (name in listOf("destination", "url")) open.putExtra(name, request.line.optString(name))
        val data = request.line.optJSONObject("data") ?: JSONObject()
        for (name in data.keys()) open.putExtra("$name", data.getString("$name"))
        return PendingIntent.getActivity(context, 0, open, PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_IMMUTABLE)
    }
}

/** The one alarm. */
class AlarmReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) = Reminders(context).ring()
}

/**
 * A restart deletes alarms, another zone moves what floats and repeats, and a new permission makes alarms exact: `BOOT_COMPLETED`,
 * `TIMEZONE_CHANGED`, `TIME_SET` and `SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED` in the manifest.
 */
class SystemReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) = Reminders(context).ring()
}
