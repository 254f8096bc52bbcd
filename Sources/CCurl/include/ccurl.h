// What Swift cannot call of libcurl by itself: its functions with variable arguments.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*ccurl_write)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_progress)(void *context, curl_off_t all, curl_off_t done, curl_off_t, curl_off_t);

static inline CURLcode ccurl_set_write(CURL *handle, ccurl_write function, void *context) {
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}

static inline CURLcode ccurl_set_progress(CURL *handle, ccurl_progress function, void *context) {
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}

static inline long ccurl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// When the file was changed on the server, in seconds since 1970; -1 if it did not say.
static inline curl_off_t ccurl_file_time(CURL *handle) {
  curl_off_t time = -1;
  curl_easy_getinfo(handle, CURLINFO_FILETIME_T, &time);
  return time;
}

/// How many bytes the answer is said to have; -1 if it is not said.
static inline curl_off_t ccurl_length(CURL *handle) {
  curl_off_t length = -1;
  curl_easy_getinfo(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  return length;
}

/// Where the answer wants us to go instead; NULL if nowhere. It is libcurl's.
static inline const char *ccurl_redirection(CURL *handle) {
  char *url = NULL;
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
  return url;
}

#endif
