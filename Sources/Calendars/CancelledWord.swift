/// "Cancelled: " as a title begins with it, for readers that do not show an event's status.
///
/// Calendar programs say it in these words themselves; other languages than these have it in English.
enum CancelledWord {
  /// - Parameter language: A BCP 47 tag; empty: not known.
  static func before(_ language: String) -> String {
    words[String(language.prefix { $0 != "-" }).lowercased()] ?? "Cancelled: "
  }

  private static let words = [
    "ar": "ملغى: ", "ca": "Cancel·lat: ", "cs": "Zrušeno: ", "da": "Aflyst: ", "de": "Abgesagt: ", "el": "Ακυρώθηκε: ",
    "es": "Cancelado: ", "fi": "Peruttu: ", "fr": "Annulé : ", "he": "בוטל: ", "hu": "Lemondva: ", "it": "Annullato: ",
    "ja": "キャンセル: ", "ko": "취소됨: ", "nb": "Avlyst: ", "nl": "Geannuleerd: ", "no": "Avlyst: ", "pl": "Odwołane: ",
    "pt": "Cancelado: ", "ro": "Anulat: ", "ru": "Отменено: ", "sv": "Inställt: ", "tr": "İptal edildi: ",
    "uk": "Скасовано: ", "zh": "已取消：",
  ]
}
