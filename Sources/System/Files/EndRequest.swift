import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of the received signal, or 0.
private let received = Atomic<Int32>(0)

/// Requests to end a run: the signals HUP, INT and TERM.
public enum EndRequest {
  /// Installs the handlers. After a signal, the next read or write of a file fails, so that the run cleans up and ends
  /// as after any fault. A second signal ends it at once. A signal that was ignored (`nohup`) stays ignored.
  public static func handleSignals() {
    var handled = sigset_t()
    sigemptyset(&handled)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { continue }
      #if canImport(Glibc)
        guard action.__sigaction_handler.sa_handler == nil else { continue }
        action.__sigaction_handler.sa_handler = { received.store($0, ordering: .relaxed) }
      #else
        guard action.__sa_handler.sa_handler == nil else { continue }
        action.__sa_handler.sa_handler = { received.store($0, ordering: .relaxed) }
      #endif
      // Blocking calls are not restarted, and the handler is removed after the first signal.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
      sigaddset(&handled, number)
    }
    // A parent thread may have blocked the signals; the program inherits this and could not be ended.
    pthread_sigmask(SIG_UNBLOCK, &handled, nil)
  }

  /// Whether a signal has arrived.
  public static var isReceived: Bool { received.load(ordering: .relaxed) != 0 }

  /// The number of the received signal, or nil.
  public static var number: Int32? { isReceived ? received.load(ordering: .relaxed) : nil }

  /// Ends the program by the received signal, if there is one.
  public static func endIfRequested() {
    let number = received.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
