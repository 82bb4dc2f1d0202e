import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of the signal that came; 0: none did.
private let received = Atomic<Int32>(0)

/// What asks a run to end: the signals HUP, INT and TERM.
public enum Ending {
  /// From now on, such a signal makes the next reading or writing of a file fail, so that the run ends as for any fault and cleans
  /// up. A second one ends it at once. A signal that was ignored (`nohup`) still is.
  public static func heed() {
    var heeded = sigset_t()
    sigemptyset(&heeded)
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
      // Calls that wait are not made again, and the signal has its usual effect from then on.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
      sigaddset(&heeded, number)
    }
    // Whoever starts the program from a thread that blocks them has it blocked as well, and could not end it.
    pthread_sigmask(SIG_UNBLOCK, &heeded, nil)
  }

  /// Whether such a signal has come.
  public static var isAsked: Bool { received.load(ordering: .relaxed) != 0 }

  /// The number of the signal that came; nil: none did.
  public static var number: Int32? { isAsked ? received.load(ordering: .relaxed) : nil }

  /// Ends the program as the signal would have, where one has come.
  public static func obey() {
    let number = received.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
