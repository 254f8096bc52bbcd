#define _GNU_SOURCE
#include "cgps.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if GPSD_API_MAJOR_VERSION < 11
#error "libgps 3.22 or newer is needed (API 11)"
#endif

struct cgps {
  struct gps_data_t data;
  char line[16384];
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

int cgps_ask_devices(cgps *connection) { return gps_send(&connection->data, "?DEVICES;\n") < 0 ? -1 : 0; }

/// Whether the line is an object to its end. libgps keeps what it had parsed before it met an error, so that a
/// line that was cut off would count as a report with some fields missing.
static int is_whole(const char *line) {
  size_t length = strnlen(line, sizeof((cgps *)0)->line);
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r' || line[length - 1] == ' ')) length--;
  return length > 1 && line[0] == '{' && line[length - 1] == '}';
}

/// Forgets what the last line said. Otherwise its bits would still be set after the next one, and its device too.
static void forget_last(cgps *connection) {
  struct gps_data_t *data = &connection->data;
  data->set = 0;
  data->dev.path[0] = '\0';
  data->dev.driver[0] = '\0';
  data->dev.activated.tv_sec = 0;
  data->dop.hdop = NAN;
  connection->line[0] = '\0';
}

/// What the line that was just unpacked is.
static cgps_event classified(const cgps *connection) {
  const struct gps_data_t *data = &connection->data;
  if (!is_whole(connection->line)) return CGPS_BROKEN;
  if (data->set & MODE_SET) return CGPS_FIX;
  if (data->set & DEVICELIST_SET) return CGPS_DEVICES;
  // A receiver that went is told as "activated":0, which libgps reads no further, having met no string.
  static const char device[] = "{\"class\":\"DEVICE\",";
  if (data->set & DEVICE_SET || strncmp(connection->line, device, sizeof device - 1) == 0) return CGPS_DEVICE;
  if (data->set & VERSION_SET) return CGPS_VERSION;
  if (data->set & (SATELLITE_SET | DOP_SET)) return CGPS_SKY;
  return CGPS_OTHER;
}

cgps_event cgps_next(cgps *connection) {
  forget_last(connection);
  int size = gps_read(&connection->data, connection->line, (int)sizeof connection->line);
  if (size < 0) return CGPS_CLOSED;
  if (size == 0) return CGPS_NOTHING;
  return classified(connection);
}

cgps_event cgps_unpack(cgps *connection, const char *line, size_t size) {
  forget_last(connection);
  if (size >= sizeof connection->line || memchr(line, '\0', size) != NULL) return CGPS_BROKEN;
  memcpy(connection->line, line, size);
  connection->line[size] = '\0';
  (void)gps_unpack(connection->line, &connection->data);
  return classified(connection);
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
