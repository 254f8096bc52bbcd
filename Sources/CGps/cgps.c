#define _GNU_SOURCE
#include "cgps.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#if GPSD_API_MAJOR_VERSION < 11
#error "libgps 3.22 or newer is needed (API 11)"
#endif

struct cgps {
  struct gps_data_t data;
  // Bytes that came: those before `start` are done with, those from `end` on are free.
  size_t start, end;
  // The longest line of gpsd's lists 230 satellites in some 21 KB.
  char buffer[65536];
};

cgps *cgps_open(const char *host, const char *port, int *error) {
  cgps *connection = calloc(1, sizeof *connection);
  if (connection == NULL) {
    *error = ENOMEM;
    return NULL;
  }
  if (gps_open(host, port, &connection->data) != 0) {
    *error = errno;
    free(connection);
    return NULL;
  }
  int fd = (int)connection->data.gps_fd;
  (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
  (void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  return connection;
}

const char *cgps_error_text(int error) { return gps_errstr(error); }

cgps *cgps_offline(void) {
  cgps *connection = calloc(1, sizeof *connection);
  if (connection != NULL) connection->data.gps_fd = -1;
  return connection;
}

void cgps_close(cgps *connection) {
  if (connection->data.gps_fd != -1) (void)gps_close(&connection->data);
  free(connection);
}

int cgps_descriptor(const cgps *connection) { return (int)connection->data.gps_fd; }

int cgps_watch(cgps *connection) {
  return gps_stream(&connection->data, WATCH_ENABLE | WATCH_JSON, NULL) < 0 ? -1 : 0;
}

int cgps_unwatch(cgps *connection) {
  return gps_stream(&connection->data, WATCH_DISABLE | WATCH_JSON, NULL) < 0 ? -1 : 0;
}

int cgps_ask_devices(cgps *connection) { return gps_send(&connection->data, "?DEVICES;\n") < 0 ? -1 : 0; }

/// Takes the next line out of the buffer and ends it with a NUL; NULL while there is no whole one.
static char *take_line(cgps *connection) {
  char *line = connection->buffer + connection->start;
  char *newline = memchr(line, '\n', connection->end - connection->start);
  if (newline == NULL) return NULL;
  connection->start = (size_t)(newline - connection->buffer) + 1;
  // A NUL inside would hide the rest: the line then does not end as it must.
  *newline = '\0';
  return line;
}

/// Reads what came: OTHER, or NOTHING if nothing did, CLOSED at the end and after an error, OVERFULL if a line does not
/// fit.
static cgps_event fill(cgps *connection) {
  memmove(connection->buffer, connection->buffer + connection->start, connection->end - connection->start);
  connection->end -= connection->start;
  connection->start = 0;
  size_t room = sizeof connection->buffer - connection->end;
  if (room == 0) return CGPS_OVERFULL;
  ssize_t count;
  do count = recv((int)connection->data.gps_fd, connection->buffer + connection->end, room, 0);
  while (count < 0 && errno == EINTR);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return CGPS_NOTHING;
  if (count <= 0) return CGPS_CLOSED;
  connection->end += (size_t)count;
  return CGPS_OTHER;
}

/// Whether the line, without blanks, is an object to its end. libgps keeps what it had parsed before it met
/// an error, so that a line that was cut off would count as a report with some fields missing.
static int is_whole(const char *line) {
  size_t length = strlen(line);
  return length > 1 && line[0] == '{' && line[length - 1] == '}';
}

/// Takes the blanks between the parts of an object away: libgps knows its reports by how their first bytes look, and other
/// programs that write JSON put blanks there. Others stay, so that two values do not become one.
static void compact(char *line) {
  static const char blanks[] = " \t\r";
  int in_string = 0;
  char *end = line;
  for (const char *next = line; *next != '\0'; next++) {
    size_t count = in_string ? 0 : strspn(next, blanks);
    if (count > 0) {
      int is_between = end == line || strchr("{[,:", end[-1]) != NULL || strchr("}],:", next[count]) != NULL;
      if (!is_between) *end++ = ' ';
      next += count - 1;
      continue;
    }
    if (*next == '"') in_string = !in_string;
    *end++ = *next;
    if (in_string && *next == '\\' && next[1] != '\0') *end++ = *++next;
  }
  *end = '\0';
}

static const char class_start[] = "{\"class\":\"";

/// Whether the line begins with this class.
static int has_class(const char *line, const char *class) {
  size_t length = strlen(class), start = sizeof class_start - 1;
  if (strncmp(line, class_start, start) != 0) return 0;
  return strncmp(line + start, class, length) == 0 && line[start + length] == '"';
}

/// The length of the JSON number at the beginning of a text, 0 if there is none.
static size_t number_length(const char *text) {
  static const char digits[] = "0123456789";
  const char *next = text + (*text == '-');
  size_t count = strspn(next, digits);
  if (count == 0) return 0;
  next += count;
  if (*next == '.') {
    if ((count = strspn(next + 1, digits)) == 0) return 0;
    next += 1 + count;
  }
  if (*next == 'e' || *next == 'E') {
    next++;
    next += *next == '+' || *next == '-';
    if ((count = strspn(next, digits)) == 0) return 0;
    next += count;
  }
  return (size_t)(next - text);
}

/// Whether the values of a position report are texts, numbers and what is made of them. libgps takes anything else for 0, which
/// is a latitude.
static int has_sound_values(const char *line) {
  int in_string = 0;
  for (const char *next = line; *next != '\0'; next++) {
    if (*next == '"') in_string = !in_string;
    if (in_string && *next == '\\' && next[1] != '\0') next++;
    if (in_string || *next != ':' || strchr("\"{[", next[1]) != NULL) continue;
    size_t count = number_length(next + 1);
    if (count == 0 || strchr(",}]", next[1 + count]) == NULL) return 0;
  }
  return 1;
}

/// Parses a line of a class that matters, gps_unpack(3). False if libgps is better spared it.
///
/// Where libgps cannot go on inside a line it begins anew there, if the rest names a class, and without end: already
/// at the fifth receiver of a list, or a field of a later release. So no line may name a class twice. The receivers
/// in a list do, by a member that says nothing: it is blanked.
static int unpack(cgps *connection, char *line) {
  static const char nested[] = "\"class\":\"DEVICE\",";
  for (char *member = line; (member = strstr(member, nested)) != NULL;) {
    if (member != line + 1) memset(member, ' ', sizeof nested - 1);
    member++;
  }
  if (strstr(line + 2, "\"class\":") != NULL) return 0;
  return gps_unpack(line, &connection->data) == 0;
}

/// Forgets what the last line said. Otherwise its bits would still be set after the next one, and its device too.
static void forget_last(struct gps_data_t *data) {
  data->set = 0;
  data->dev.path[0] = '\0';
  data->dev.driver[0] = '\0';
  data->dev.activated.tv_sec = 0;
  data->dop.hdop = NAN;
}

/// Takes a line, which may be changed by it.
static cgps_event take(cgps *connection, char *line) {
  static const struct {
    const char *class;
    cgps_event event;
    gps_mask_t mask;
  } kinds[] = {
      // Whatever is set: with "mode":0, which says that there is no fix, MODE_SET is not.
      {"TPV", CGPS_FIX, ~(gps_mask_t)0},
      {"SKY", CGPS_SKY, SATELLITE_SET | DOP_SET},
      {"DEVICE", CGPS_DEVICE, DEVICE_SET},
      {"DEVICES", CGPS_DEVICES, DEVICELIST_SET},
      {"VERSION", CGPS_VERSION, VERSION_SET},
  };
  forget_last(&connection->data);
  compact(line);
  // gpsd always puts the class first, and libgps relies on it.
  if (!is_whole(line) || strncmp(line, class_start, sizeof class_start - 1) != 0) return CGPS_BROKEN;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!has_class(line, kinds[i].class)) continue;
    if (kinds[i].event == CGPS_FIX && !has_sound_values(line)) return CGPS_BROKEN;
    if (!unpack(connection, line)) return CGPS_BROKEN;
    // A receiver that went is told as "activated":0, at which libgps gives up, having read the name.
    if (kinds[i].event == CGPS_DEVICE) return CGPS_DEVICE;
    return connection->data.set & kinds[i].mask ? kinds[i].event : CGPS_OTHER;
  }
  return CGPS_OTHER;
}

cgps_event cgps_next(cgps *connection) {
  char *line;
  while ((line = take_line(connection)) == NULL) {
    cgps_event event = fill(connection);
    if (event != CGPS_OTHER) return event;
  }
  return take(connection, line);
}

cgps_event cgps_unpack(cgps *connection, const char *line, size_t size) {
  forget_last(&connection->data);
  if (size >= sizeof connection->buffer || memchr(line, '\0', size) != NULL) return CGPS_BROKEN;
  memcpy(connection->buffer, line, size);
  connection->buffer[size] = '\0';
  return take(connection, connection->buffer);
}

void cgps_get_fix(const cgps *connection, cgps_fix *out) {
  const struct gps_fix_t *fix = &connection->data.fix;
  int has_time = (connection->data.set & TIME_SET) != 0;
  *out = (cgps_fix){
      .seconds = has_time ? fix->time.tv_sec : 0,
      .nanoseconds = has_time ? (int32_t)fix->time.tv_nsec : 0,
      .mode = fix->mode,
      .status = fix->status,
      .latitude = fix->latitude,
      .longitude = fix->longitude,
      .altitude_msl = fix->altMSL,
      .altitude_hae = fix->altHAE,
      .altitude_old = fix->altitude,
      .eph = fix->eph,
      .epx = fix->epx,
      .epy = fix->epy,
      .epv = fix->epv,
      .track = fix->track,
      .epd = fix->epd,
      .speed = fix->speed,
      .eps = fix->eps,
  };
}

size_t cgps_longest_line(void) { return sizeof((cgps *)NULL)->buffer; }

const char *cgps_path(const cgps *connection) { return connection->data.dev.path; }
double cgps_hdop(const cgps *connection) { return connection->data.dop.hdop; }
const char *cgps_driver(const cgps *connection) { return connection->data.dev.driver; }
int cgps_is_active(const cgps *connection) { return connection->data.dev.activated.tv_sec != 0; }

int cgps_device_count(const cgps *connection) {
  int count = connection->data.devices.ndevices;
  return count < 0 ? 0 : count > MAXUSERDEVS ? MAXUSERDEVS : count;
}

const char *cgps_list_path(const cgps *connection, int index) {
  return connection->data.devices.list[index].path;
}

const char *cgps_list_driver(const cgps *connection, int index) {
  return connection->data.devices.list[index].driver;
}

int cgps_list_is_active(const cgps *connection, int index) {
  return connection->data.devices.list[index].activated.tv_sec != 0;
}

const char *cgps_release(const cgps *connection) { return connection->data.version.release; }

#define TEXT(x) #x
#define VERSION(major, minor) TEXT(major) "." TEXT(minor)
const char *cgps_api_version(void) { return VERSION(GPSD_API_MAJOR_VERSION, GPSD_API_MINOR_VERSION); }
