@file:Suppress("UNUSED_PARAMETER", "unused")

package android.app

import android.content.Context
import android.content.Intent

open class Activity : Context()

class PendingIntent(val intent: Intent) {
    companion object {
        const val FLAG_UPDATE_CURRENT = 1 shl 27
        const val FLAG_IMMUTABLE = 1 shl 26
        fun getBroadcast(context: Context, code: Int, intent: Intent, flags: Int) = PendingIntent(intent)
        fun getActivity(context: Context, code: Int, intent: Intent, flags: Int) = PendingIntent(intent)
    }
}

/** Holds alarms by the class that they wake. */
class AlarmManager {
    val held = mutableMapOf<Class<*>, Long>()
    fun canScheduleExactAlarms() = true
    fun setExactAndAllowWhileIdle(type: Int, at: Long, intent: PendingIntent) { held[intent.intent.target] = at }
    fun setWindow(type: Int, at: Long, length: Long, intent: PendingIntent) { held[intent.intent.target] = at }
    fun cancel(intent: PendingIntent) { held.remove(intent.intent.target) }

    companion object { const val RTC_WAKEUP = 0 }
}

class NotificationManager {
    /** What the phone was told to show, in order. */
    val shown = mutableListOf<Pair<String, Notification>>()
    fun notify(tag: String, id: Int, notification: Notification) { shown.add(Pair(tag, notification)) }
    fun cancel(tag: String, id: Int) { shown.removeAll { it.first == tag } }
}

class Notification(val title: String, val tap: PendingIntent?) {
    class Builder(context: Context, channel: String) {
        private var title = ""
        private var tap: PendingIntent? = null
        fun setSmallIcon(icon: Int): Builder = this
        fun setContentTitle(text: String): Builder = apply { title = text }
        fun setContentText(text: String): Builder = this
        fun setNumber(number: Int): Builder = this
        fun setAutoCancel(isOn: Boolean): Builder = this
        fun setContentIntent(intent: PendingIntent): Builder = apply { tap = intent }
        fun build() = Notification(title, tap)
    }
}
