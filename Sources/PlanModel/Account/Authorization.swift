/// The states of `UNAuthorizationStatus`, and `unknown` for an export that does not say.
public enum Authorization: String, CaseIterable, Sendable {
  case authorized, provisional, ephemeral, denied, notDetermined, unknown

  /// The meaning, for readers.
  public var words: String {
    switch self {
    case .authorized: "allowed"
    case .provisional: "on trial, delivered quietly"
    case .ephemeral: "allowed to an app clip, for a while"
    case .denied: "refused"
    case .notDetermined: "never asked for"
    case .unknown: "not known to the export"
    }
  }

  /// What to do if the policy does not accept the state.
  public var remedy: String {
    switch self {
    case .authorized: "The policy does not accept it; check its `authorization`."
    case .provisional: "Ask for the full permission when the user wants more than quiet delivery."
    case .ephemeral: "Ask in the full app; an app clip's permission ends by itself."
    case .denied: "Only the user can change it, in Settings: offer a way there, and do not ask again."
    case .notDetermined: "Ask at the first trigger, or when the user switches on a feature that needs it."
    case .unknown: "An error in the export: make the app read and export the permission."
    }
  }
}
