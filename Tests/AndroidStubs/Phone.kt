package org.example.reminders

import android.content.Context
import java.io.File
import java.time.Instant
import java.util.TimeZone
import org.json.JSONObject

object R { object drawable { const val reminder = 1 } }

class MainActivity : android.app.Activity()

/** ACTIONS ACCOUNT NOW END ZONE [ZONE@INSTANT]: carries an account's lines out, and prints what the phone shows until the end. */
fun main(args: Array<String>) {
    val lines = File(args[0]).readLines().map { JSONObject(it) }.filter { it.getString("account") == args[1] }
    val (now, end) = args.slice(2..3).map { Instant.parse(it) }
    val move = args.getOrNull(5)?.split("@")
    TimeZone.setDefault(TimeZone.getTimeZone(args[4]))
    val phone = Context()
    var printed = 0
    fun print(at: Instant) {
        for ((id, notification) in phone.notifications.shown.drop(printed)) println("$at $id ${notification.title}")
        printed = phone.notifications.shown.size
    }
    Reminders(phone).carryOut(lines, now)
    print(now)
    var moved = move == null
    while (true) {
        check(phone.alarms.held.size <= 1) { "more than one alarm" }
        val alarm = phone.alarms.held[AlarmReceiver::class.java]?.let { Instant.ofEpochMilli(it) }
        if (!moved && (alarm == null || Instant.parse(move!![1]) <= alarm)) {
            // The phone is switched on in another zone: its alarms are gone.
            TimeZone.setDefault(TimeZone.getTimeZone(move!![0]))
            phone.alarms.held.clear()
            Reminders(phone).ring(Instant.parse(move[1]))
            moved = true
            print(Instant.parse(move[1]))
            continue
        }
        if (alarm == null || alarm > end) break
        phone.alarms.held.clear()
        Reminders(phone).ring(alarm)
        print(alarm)
    }
}
