// nearest FILE.places SPOTS: the twenty nearest places by the R*Tree of a region file, in plain C over SQLite; prints CPU milliseconds.
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double RADIUS = 6371008.8, UNIT = M_PI / 180 / 1e7;

static double between(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

// Metres to the nearest point of a box, on a plane.
static int nearest(sqlite3_rtree_query_info *info) {
  double latitude = info->aParam[0] * 1e7, longitude = info->aParam[1] * 1e7;
  double north = (between(latitude, info->aCoord[0], info->aCoord[1]) - latitude) * UNIT * RADIUS;
  double east = (between(longitude, info->aCoord[2], info->aCoord[3]) - longitude) * UNIT * RADIUS * cos(latitude * UNIT);
  info->rScore = hypot(north, east);
  info->eWithin = info->rScore > info->aParam[2] ? NOT_WITHIN : PARTLY_WITHIN;
  return SQLITE_OK;
}

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  sqlite3 *database;
  sqlite3_stmt *query;
  char name[4096];
  snprintf(name, sizeof name, "file:%s?immutable=1", arguments[1]);
  if (sqlite3_open_v2(name, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL)) return 1;
  sqlite3_exec(database, "PRAGMA cache_size = -1024", NULL, NULL, NULL);
  sqlite3_rtree_query_callback(database, "nearest", nearest, NULL, NULL);
  if (sqlite3_prepare_v2(database,
                         "SELECT p.id, p.latitude, p.longitude, p.name, p.types, p.footprint FROM box AS b CROSS JOIN place AS p "
                         "WHERE b.place MATCH nearest(?, ?, 3000) AND p.rowid = b.place LIMIT 20",
                         -1, &query, NULL)) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    return 1;
  }
  FILE *spots = fopen(arguments[2], "r");
  static double times[100000];
  static double places[100000][2];
  size_t all = 0, found = 0;
  while (spots && all < 100000 && fscanf(spots, "%lf %lf", &places[all][0], &places[all][1]) == 2) all++;
  for (size_t round = 0; round < 2; round++) {
    size_t until = round ? all : all / 10;
    for (size_t i = 0; i < until; i++) {
      double start = milliseconds();
      sqlite3_bind_double(query, 1, places[i][0]);
      sqlite3_bind_double(query, 2, places[i][1]);
      while (sqlite3_step(query) == SQLITE_ROW) found += sqlite3_column_bytes(query, 0) > 0;
      sqlite3_reset(query);
      times[i] = milliseconds() - start;
    }
  }
  if (!all || !found) return 1;
  qsort(times, all, sizeof *times, compare);
  printf("the same in plain C: p50 %.3f, p99 %.3f, max %.3f ms\n", times[all / 2], times[all * 99 / 100], times[all - 1]);
  return 0;
}
