#!/usr/bin/env python3
"""Makes ride.nmea, the recording of the demo: a ride past places of darling-harbour.geojson.

    make-ride.py           writes ride.nmea beside this file and shows what a 50 m distance filter does with it
    make-ride.py --check   writes nothing; fails if ride.nmea is not what would be written

The vehicle stands at a place for a second, takes three seconds to the next, and so on: brisker than
any car, because a demo should be short and a distance filter of 50 m has to pass at each stop.
The same list of stops always gives the same bytes.
"""

import datetime
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
START = datetime.datetime(2026, 8, 21, 1, 30, 0)  # UTC; late morning in Sydney
MOVING, STANDING, FIRST, LAST = 3, 1, 5, 4  # seconds: a leg, a stop, the first and the last stop
FILTER = 50.0  # metres, the default distance filter of placed
HDOP = 0.7
SIGMA = HDOP * 19.0 * 1.5096 / 2.4477  # gpsd's eph is HDOP x 19 m, meant as 95 %; this is the 68 % radius

# Where the vehicle stands: at the place, or at the edge of its footprint.
STOPS = [
    ("Chinese Garden of Friendship", -33.87672, 151.20325),
    ("Holiday Inn Darling Harbour", -33.87680, 151.20390),
    ("Mamak", -33.87731, 151.20411),
    ("Chinatown", -33.87780, 151.20399),
    ("Sussex Centre", -33.87811, 151.20449),
    ("Dixon House", -33.87849, 151.20409),
    ("Emperor's Garden", -33.87900, 151.20420),
    ("Paddy's Markets Light Rail", -33.87921, 151.20361),
    ("Market City", -33.87972, 151.20350),
    ("UTS Building 5", -33.87988, 151.20289),
]

# Satellites in view: number, elevation, azimuth, signal.
SKY = [
    (2, 71, 40, 46), (5, 24, 118, 38), (7, 38, 215, 42), (9, 15, 62, 34), (13, 52, 301, 44), (15, 9, 150, 30),
    (18, 33, 345, 41), (20, 61, 190, 45), (24, 18, 255, 36), (27, 45, 95, 43), (29, 12, 20, 33), (30, 27, 280, 39),
]  # fmt: skip

METRES_PER_DEGREE = 6371008.8 * math.pi / 180


def offset(a, b):
    """Metres east and north from a to b."""
    east = (b[1] - a[1]) * METRES_PER_DEGREE * math.cos(math.radians(a[0]))
    return east, (b[0] - a[0]) * METRES_PER_DEGREE


def distance(a, b):
    return math.hypot(*offset(a, b))


def epochs():
    """One (latitude, longitude, speed in m/s, course in degrees, stop or None) each second."""
    points = [(lat, lon) for _, lat, lon in STOPS]
    course = 0.0
    for i, here in enumerate(points):
        last = i == len(points) - 1
        if not last:
            following = points[i + 1]
            east, north = offset(here, following)
            ahead = math.degrees(math.atan2(east, north)) % 360
            if i == 0:
                course = ahead
        for _ in range(FIRST if i == 0 else LAST if last else 1 + STANDING):
            yield here[0], here[1], 0.0, course, i
        if last:
            return
        course, length = ahead, distance(here, following)
        for second in range(1, MOVING):
            t = second / MOVING
            part = t * t * (3 - 2 * t)
            speed = 6 * t * (1 - t) * length / MOVING
            yield (
                here[0] + part * (following[0] - here[0]),
                here[1] + part * (following[1] - here[1]),
                speed,
                course,
                None,
            )


def sentence(body):
    check = 0
    for byte in body.encode("ascii"):
        check ^= byte
    return f"${body}*{check:02X}"


def angle(value, digits, positive, negative):
    """Degrees as NMEA has them: (d)ddmm.mmmmm and the hemisphere."""
    units = round(abs(value) * 60 * 100_000)
    degrees, rest = divmod(units, 60 * 100_000)
    return f"{degrees:0{digits}d}{rest / 100_000:08.5f},{positive if value >= 0 else negative}"


def nmea(second, latitude, longitude, speed, course):
    when = START + datetime.timedelta(seconds=second)
    clock, date = when.strftime("%H%M%S.00"), when.strftime("%d%m%y")
    position = angle(latitude, 2, "N", "S") + "," + angle(longitude, 3, "E", "W")
    used = [f"{number:02d}" for number, *_ in SKY[:12]]
    used += [""] * (12 - len(used))
    yield sentence(f"GPGGA,{clock},{position},1,{len(SKY):02d},{HDOP:.1f},12.0,M,22.5,M,,")
    yield sentence(f"GPGSA,A,3,{','.join(used)},1.3,{HDOP:.1f},1.1")
    groups = [SKY[i : i + 4] for i in range(0, len(SKY), 4)]
    for number, group in enumerate(groups, 1):
        seen = ",".join(f"{n:02d},{e:02d},{a:03d},{s:02d}" for n, e, a, s in group)
        yield sentence(f"GPGSV,{len(groups)},{number},{len(SKY):02d},{seen}")
    knots = speed * 3600 / 1852
    yield sentence(f"GPRMC,{clock},A,{position},{knots:.2f},{course:.1f},{date},,,A")


def inside(point, ring):
    """Whether the ring, in GeoJSON's order of longitude and latitude, holds the point."""
    latitude, longitude = point
    within = False
    for (x1, y1), (x2, y2) in zip(ring, ring[1:]):
        if (y1 > latitude) != (y2 > latitude) and longitude < (x2 - x1) * (latitude - y1) / (y2 - y1) + x1:
            within = not within
    return within


def to_segment(point, a, b):
    ax, ay = offset(point, (a[1], a[0]))
    bx, by = offset(point, (b[1], b[0]))
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0 if length == 0 else max(0, min(1, -(ax * dx + ay * dy) / length))
    return math.hypot(ax + t * dx, ay + t * dy)


def to_place(point, geometry):
    """Metres from the point to the place; 0 inside its footprint."""
    if geometry["type"] == "Point":
        longitude, latitude = geometry["coordinates"]
        return distance(point, (latitude, longitude))
    ring = geometry["coordinates"][0]
    return 0.0 if inside(point, ring) else min(to_segment(point, a, b) for a, b in zip(ring, ring[1:]))


def report(ride):
    """Prints what the distance filter lets through and which place is nearest then; says whether all is well."""
    places = json.loads((HERE / "darling-harbour.geojson").read_text())["features"]
    threshold = max(FILTER, 1.5 * math.hypot(SIGMA, SIGMA))
    reference, stops, nearest_names, well = None, set(), set(), True
    print(f"{len(ride)} epochs; a fix passes {threshold:.0f} m from the last one that passed")
    print("  s  moved  stop  nearest place, metres                     the next one")
    for second, (latitude, longitude, _, _, stop) in enumerate(ride):
        here = (latitude, longitude)
        moved = 0.0 if reference is None else distance(reference, here)
        if reference is not None and moved < threshold:
            continue
        reference = here
        ranked = sorted((to_place(here, f["geometry"]), f["properties"]["name"]) for f in places)
        (near, name), (next_near, next_name) = ranked[:2]
        print(f"{second:3d} {moved:6.1f}  {'-' if stop is None else stop:>4}  {name:34} {near:5.1f}  {next_near:5.1f} {next_name}")
        well = well and stop is not None and name == STOPS[stop][0] and next_near - near >= 20
        stops.add(stop)
        nearest_names.add(name)
    print(f"{len(stops)} of {len(STOPS)} stops deliver, {len(nearest_names)} places are nearest")
    return well and len(stops) == len(STOPS)


def main():
    ride = list(epochs())
    lines = [line for second, epoch in enumerate(ride) for line in nmea(second, *epoch[:4])]
    data = "".join(line + "\r\n" for line in lines).encode("ascii")
    file = HERE / "ride.nmea"
    if sys.argv[1:] == ["--check"]:
        if not file.exists() or file.read_bytes() != data:
            sys.exit("ride.nmea is not what make-ride.py writes: run it again")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        file.write_bytes(data)
    if not report(ride):
        sys.exit("a stop does not deliver, or its place does not stand out")


if __name__ == "__main__":
    main()
