/// The prefix "Cancelled: " of titles, for programs that do not show an event's status.
///
/// Each translation is the word that calendar programs use themselves. Other languages fall back to English.
package enum CancelledWord {
  /// - Parameter language: A BCP 47 tag; empty if unknown.
  package static func before(_ language: String) -> String {
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
