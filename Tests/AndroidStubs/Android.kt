// Android's signatures, as far as Examples/Android calls them, and a phone behind them.
@file:Suppress("UNUSED_PARAMETER", "unused")

package android.content

open class Context {
    val alarms = android.app.AlarmManager()
    val notifications = android.app.NotificationManager()
    private val files = mutableMapOf<String, SharedPreferences>()

    fun getSharedPreferences(name: String, mode: Int): SharedPreferences = files.getOrPut(name) { SharedPreferences() }

    fun <T> getSystemService(type: Class<T>): T =
        listOf<Any>(alarms, notifications).filterIsInstance(type).first()

    companion object { const val MODE_PRIVATE = 0 }
}

class SharedPreferences {
    val all = mutableMapOf<String, Any?>()
    fun getLong(key: String, other: Long): Long = all[key] as Long? ?: other
    fun edit() = Editor(this)

    class Editor(private val file: SharedPreferences) {
        private val changes = mutableListOf<() -> Unit>()
        fun putString(key: String, value: String): Editor = apply { changes.add { file.all[key] = value } }
        fun putLong(key: String, value: Long): Editor = apply { changes.add { file.all[key] = value } }
        fun remove(key: String): Editor = apply { changes.add { file.all.remove(key) } }
        fun commit(): Boolean {
            changes.forEach { it() }
            changes.clear()
            return true
        }
    }
}

class Intent(context: Context, val target: Class<*>) {
    val extras = mutableMapOf<String, String>()
    fun setAction(action: String): Intent = this
    fun putExtra(name: String, value: String): Intent = apply { extras[name] = value }
}

abstract class BroadcastReceiver { abstract fun onReceive(context: Context, intent: Intent) }
