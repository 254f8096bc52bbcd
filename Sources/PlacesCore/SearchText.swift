/// Texts as they are compared: without case, accents, widths and punctuation.
///
/// The same on both sides, when a region file is made and when somebody types.
package enum SearchText {
  /// The words of a text, folded: runs of letters and digits. Of scripts that put no blanks between words, each
  /// character and each pair of neighbours is a word.
  package static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character?
    func close() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in folded(text) {
      guard let scalar = character.unicodeScalars.first else { continue }
      if isWithoutBlanks(scalar) {
        close()
        words.append(String(character))
        if let previous { words.append(String([previous, character])) }
        previous = character
        continue
      }
      previous = nil
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        word.append(character)
      } else if character != "'" && character != "\u{2019}" {
        // What an apostrophe joins is one word: people type it without.
        close()
      }
    }
    close()
    return words
  }

  /// The text in lower case, without accents, in the plain forms of its characters.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var result = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars where !isMark(scalar) {
      if scalar.value < 0x80 {
        result.append(scalar)
      } else if let plain = plainForms[scalar] {
        result.append(contentsOf: plain.unicodeScalars)
      } else if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
        result.append(contentsOf: String(narrow).lowercased().unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a script is written without blanks between its words: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
  private static func isWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Accents that stand as characters of their own, and the points of Hebrew and Arabic.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x00AD,
      0x200B...0x200F, 0x2060, 0xFEFF:
      true
    default: false
    }
  }

  /// Letters of Latin, Greek, Cyrillic and Arabic script, and what stands for them when typed plainly.
  private static let plainForms: [Unicode.Scalar: String] = {
    var forms: [Unicode.Scalar: String] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      let parts = entry.split(separator: "=")
      guard parts.count == 2 else { continue }
      for scalar in parts[1].unicodeScalars { forms[scalar] = String(parts[0]) }
    }
    return forms
  }()

  private static let table = """
    a=àáâãäåāăąǎǟǡǻȁȃȧḁẚạảấầẩẫậắằẳẵặª b=ḃḅḇƀɓ c=çćĉċčḉƈȼ d=ďđḋḍḏḑḓɖɗð e=èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệǝə f=ḟƒ
    g=ĝğġģǧǵḡǥɠ h=ĥħȟḣḥḧḩḫẖ i=ìíîïĩīĭįıǐȉȋḭḯỉịɨ j=ĵǰ k=ķǩḱḳḵƙ l=ĺļľŀłḷḹḻḽƚ m=ḿṁṃ n=ñńņňŉŋǹṅṇṉṋ
    o=òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợº p=ṕṗƥ q=ʠ r=ŕŗřȑȓṙṛṝṟ s=śŝşšșṡṣṥṧṩſ t=ţťŧțṫṭṯṱẗƭ
    u=ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự v=ṽṿ w=ŵẁẃẅẇẉẘ x=ẋẍ y=ýÿŷȳẏẙỳỵỷỹƴ z=źżžẑẓẕƶ
    ss=ß ae=æǽǣ oe=œ th=þ ij=ĳ dz=ǆǳ lj=ǉ nj=ǌ ff=ﬀ fi=ﬁ fl=ﬂ st=ﬆ
    α=ά ε=έ η=ή ι=ίϊΐ ο=ό υ=ύϋΰ ω=ώ σ=ς е=ёѐ и=йѝ і=ї г=ґ у=ў
    ا=أإآٱ ه=ة ي=ىئ و=ؤ ک=ك
    """
}
