// libgps behind an opaque handle: gps_data_t has another layout in every release, and 24 KB of it.
#ifndef CGPS_H
#define CGPS_H

#include <stddef.h>
#include <stdint.h>

/// One connection to gpsd. Used by one thread at a time.
typedef struct cgps cgps;

/// What `cgps_next` found.
typedef enum {
  /// A line that does not fit into the buffer.
  CGPS_OVERFULL = -2,
  CGPS_CLOSED = -1,
  CGPS_NOTHING = 0,
  CGPS_FIX,
  CGPS_SKY,
  CGPS_DEVICE,
  CGPS_DEVICES,
  CGPS_VERSION,
  CGPS_OTHER,
  CGPS_BROKEN,
} cgps_event;

/// A TPV report. What it did not hold is NaN; `seconds` counts since 1970 and is 0 without a time.
typedef struct {
  int64_t seconds;
  int32_t nanoseconds, mode, status;
  double latitude, longitude;
  double altitude_msl, altitude_hae, altitude_old;
  double eph, epx, epy, epv, track, epd, speed, eps;
} cgps_fix;

/// Resolves and connects, gps_open(3): blocks. NULL with a code for `cgps_error_text`.
cgps *cgps_open(const char *host, const char *port, int *error);
const char *cgps_error_text(int error);
void cgps_close(cgps *connection);

/// A handle without a connection, for lines that were recorded: only `cgps_unpack` and what follows it may be used.
/// NULL without memory.
cgps *cgps_offline(void);

/// The socket: non-blocking, close-on-exec.
int cgps_descriptor(const cgps *connection);

/// Asks for reports, gps_stream(3), or for the list of devices. 0 or -1.
int cgps_watch(cgps *connection);
/// Asks for no reports any more; gpsd may then let the receiver sleep.
int cgps_unwatch(cgps *connection);
int cgps_ask_devices(cgps *connection);

/// How many bytes a line may have at most.
size_t cgps_longest_line(void);

/// Takes the next line, gps_unpack(3). To be called until it says NOTHING, CLOSED or OVERFULL: several lines may be buffered.
cgps_event cgps_next(cgps *connection);

/// Takes a line as if gpsd had sent it, gps_unpack(3).
cgps_event cgps_unpack(cgps *connection, const char *line, size_t size);

/// Details of the last event. Strings live until the next one and end within 255 bytes.
void cgps_get_fix(const cgps *connection, cgps_fix *out);
/// The device that a FIX, SKY or DEVICE is about; empty if it did not say.
const char *cgps_path(const cgps *connection);
/// HDOP of a SKY, NaN without.
double cgps_hdop(const cgps *connection);
/// The driver of a DEVICE, empty if unknown, and whether the device is there.
const char *cgps_driver(const cgps *connection);
int cgps_is_active(const cgps *connection);
/// The entries of DEVICES.
int cgps_device_count(const cgps *connection);
const char *cgps_list_path(const cgps *connection, int index);
const char *cgps_list_driver(const cgps *connection, int index);
int cgps_list_is_active(const cgps *connection, int index);
/// gpsd's release, from VERSION.
const char *cgps_release(const cgps *connection);

/// The libgps API that this was compiled for: "11.0".
const char *cgps_api_version(void);

#endif
