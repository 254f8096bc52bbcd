import CCurl
import Glibc

/// One GET by libcurl's easy interface, to its end.
///
/// TLS certificates are verified. Redirections are followed, but not from HTTPS to HTTP. A proxy is taken from the
/// environment as curl does, never for this machine itself.
final class Transfer {
  struct Answer {
    var status: Int
    /// Seconds since 1970, where the server says when the file was changed.
    var fileTime: Int?
    /// Where it came from in the end.
    var address: HTTPAddress
  }

  /// Hears of the answer before its first byte: how many bytes it is said to have. Gives what is wrong with that.
  var begins: ((Int?) -> HTTPError?)?
  /// Takes the bytes of a good answer; gives what went wrong.
  var output: ((UnsafeRawBufferPointer) -> HTTPError?)?
  /// Hears of bytes and all bytes (0 if unknown); false ends the transfer.
  var progress: ((Int, Int) -> Bool)?
  var sizeLimit = Int.max
  private let handle: UnsafeMutableRawPointer
  private var address: HTTPAddress
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var received = 0
  private var hasBegun = false
  private var failure: HTTPError?

  private static let global: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  private static let redirections = 5

  /// `stallSeconds`: a connection that brings less than a kilobyte a second for so long hangs.
  init(_ address: HTTPAddress, userAgent: String, stallSeconds: Int) throws(HTTPError) {
    guard Transfer.global == CURLE_OK, let handle = curl_easy_init() else {
      throw .transfer(code: CURLE_FAILED_INIT.rawValue)
    }
    self.handle = handle
    self.address = address
    ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_text(handle, CURLOPT_USERAGENT, userAgent)
    ccurl_set_number(handle, CURLOPT_FILETIME, 1)
    ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    // A resolver that does not answer is not waited for when the transfer is ended.
    ccurl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
    ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT, 20)
    ccurl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1000)
    ccurl_set_number(handle, CURLOPT_LOW_SPEED_TIME, stallSeconds)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
  }

  /// Whether what comes is the rest that was asked for, and not all of it.
  var isRest: Bool { ccurl_status(handle) == 206 }

  /// Where the rest begins that comes (Content-Range); nil if that is not said.
  var rangeStart: Int? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(handle, "Content-Range", 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let text = header?.pointee.value.map({ String(cString: $0) }), text.lowercased().hasPrefix("bytes ")
    else { return nil }
    return Int(text.dropFirst("bytes ".count).prefix { $0 != "-" })
  }

  /// When the server says that the file was changed, once it has said so.
  var fileTime: Int? {
    let time = Int(ccurl_file_time(handle))
    return time > 0 ? time : nil
  }

  /// Asks for the rest only, if the file is still the one of that time.
  func resume(at offset: Int, ifUnchangedSince time: Int) {
    // Not CURLOPT_RESUME_FROM: that gives up when the server sends the whole file instead.
    ccurl_set_text(handle, CURLOPT_RANGE, "\(offset)-")
    headers = curl_slist_append(headers, "If-Range: \(Transfer.date(time))")
  }

  /// Asks for nothing if the file has not changed since, or still has this tag, which counts first (RFC 9110, 13.2.2); the
  /// status is 304 then.
  func onlyIfChanged(since time: Int?, tag: String?) {
    if let time { headers = curl_slist_append(headers, "If-Modified-Since: \(Transfer.date(time))") }
    if let tag { headers = curl_slist_append(headers, "If-None-Match: \(tag)") }
  }

  /// By what the server knows this state of the file (ETag), once it has said so; nil if it is nothing that could be sent back.
  var tag: String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(handle, "ETag", 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let text = header?.pointee.value.map({ String(cString: $0) }), (2...256).contains(text.utf8.count),
      text.hasSuffix("\""), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  func run() throws(HTTPError) -> Answer {
    let me = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_headers(handle, headers)
    ccurl_set_write(
      handle,
      { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
          .take(UnsafeRawBufferPointer(start: bytes, count: size * count))
      }, me)
    ccurl_set_progress(
      handle,
      { context, all, done, _, _ in
        guard let context else { return 1 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.progress?(Int(done), Int(all)) ?? true ? 0 : 1
      }, me)
    for _ in 0...Transfer.redirections {
      ccurl_set_text(handle, CURLOPT_URL, address.text)
      ccurl_set_text(handle, CURLOPT_PROXY, address.isLoopback ? "" : nil)
      let code = curl_easy_perform(handle)
      if let failure { throw failure }
      if code == CURLE_ABORTED_BY_CALLBACK { throw .cancelled }
      guard code == CURLE_OK else { throw .transfer(code: code.rawValue) }
      guard let next = ccurl_redirection(handle) else {
        return Answer(status: ccurl_status(handle), fileTime: fileTime, address: address)
      }
      let target = try HTTPAddress(String(cString: next))
      guard target.isProtected || !address.isProtected else { throw .redirection }
      address = target
    }
    throw .redirection
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    // Pages that explain an error or a redirection are nobody's data.
    guard (200..<300).contains(ccurl_status(handle)) else { return bytes.count }
    if !hasBegun {
      hasBegun = true
      let length = Int(ccurl_length(handle))
      failure = length > sizeLimit ? .tooLarge(limit: sizeLimit) : begins?(length >= 0 ? length : nil)
    }
    received += bytes.count
    if failure == nil, received > sizeLimit { failure = .tooLarge(limit: sizeLimit) }
    if failure == nil { failure = output?(bytes) }
    return failure == nil ? bytes.count : 0
  }

  /// A moment in the form of HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ seconds: Int) -> String {
    var (time, fields) = (time_t(seconds), tm())
    guard gmtime_r(&time, &fields) != nil else { return "" }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(days[Int(fields.tm_wday)]), \(two(fields.tm_mday)) \(months[Int(fields.tm_mon)]) "
      + "\(Int(fields.tm_year) + 1900) \(two(fields.tm_hour)):\(two(fields.tm_min)):\(two(fields.tm_sec)) GMT"
  }
}
