#!/usr/bin/env python3
"""rank.py DIRECTORY [--city NAME …] [--keep DIR]: how good the ranking of placed is, on the labelled visits in ../shared/eval.

DIRECTORY has the release programs. Each city's extract is imported, its visits are put through `placed rank`, and the
answers are scored; the table is of all cities together, then of each, by kind and by crowding. What the scorer needs
(numpy, shapely, osmium) is installed once into an environment of its own, in PLACED_CACHE (~/.cache/placed).
PLACED_SHARED says where ../shared is. --keep DIR leaves the region files and answers there.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("PLACED_SHARED") or os.path.join(os.path.dirname(ROOT), "shared")
EVAL = os.path.join(SHARED, "eval")
CACHE = os.environ.get("PLACED_CACHE") or os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "placed")
MODULES = ["numpy", "shapely", "osmium"]
# The extract and the time zone of each city.
CITIES = {
    "hel": ("helsinki-centre-2019", "Europe/Helsinki"),
    "wed": ("berlin-wedding-2022", "Europe/Berlin"),
    "mco": ("monaco-2023", "Europe/Monaco"),
    "and": ("andorra-2026", "Europe/Andorra"),
}


def with_modules():
    """Goes on in an environment that has the modules, made if there is none."""
    try:
        for module in MODULES:
            __import__(module)
        return
    except ImportError:
        pass
    home = os.path.join(CACHE, "venv-rank")
    python = os.path.join(home, "bin", "python")
    if sys.prefix == home:
        sys.exit(f"rank.py: {home} lacks one of {', '.join(MODULES)}; remove it and try again")
    if not os.path.exists(os.path.join(home, "complete")):
        print(f"installs {', '.join(MODULES)} into {home}, once", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet"] + MODULES, check=True)
        open(os.path.join(home, "complete"), "w").close()
    os.execv(python, [python] + sys.argv)


def extract(city):
    return os.path.join(SHARED, "data", "osm", CITIES[city][0] + ".osm.pbf")


def drive(city, programs, directory):
    """Imports the extract of a city and puts its visits through placed; where the answers are."""
    places = os.path.join(directory, city)
    os.makedirs(places, exist_ok=True)
    subprocess.run(
        [os.path.join(programs, "placed-import"), extract(city), "--time-zone", CITIES[city][1],
         "-o", os.path.join(places, city + ".places")], check=True, stdout=subprocess.DEVNULL)
    answers = os.path.join(directory, city + ".jsonl")
    start = time.monotonic()
    run = subprocess.run(
        [sys.executable, os.path.join(EVAL, "drive.py"), os.path.join(EVAL, "practice", city), "--out", answers, "--",
         os.path.join(programs, "placed"), "rank", "--places-dir", places],
        check=True, capture_output=True, text=True)
    print(f"{city}: {run.stdout.strip()}, {time.monotonic() - start:.0f} s")
    return answers


def scored(city, answers):
    """The rows that score.py makes of the answers of a city."""
    import json
    import osm_places
    import score
    with open(answers, encoding="utf-8") as lines:
        predictions = {answer["visit_id"]: answer for answer in map(json.loads, lines)}
    truth = score.load_truth(os.path.join(EVAL, "practice", city))
    rows, invalid = score.rows(osm_places.load(extract(city)), truth, predictions)
    if invalid:
        print(f"{city}: {invalid} answers whose likelihoods are none")
    return [dict(row, city=city) for row in rows]


def table(name, rows):
    """The lines of the table for some rows: the tracks, and what the third must not do."""
    import score

    def show(what, part):
        summary = score.summary(part) if part else None
        if summary:
            print(score.line(f"{name} {what}", summary))

    tracks = {track: [row for row in rows if row["t"]["track"] == track] for track in "abc"}
    show("track a", tracks["a"])
    show("track b", tracks["b"])
    show("track b from visit 21", [row for row in tracks["b"] if row["t"].get("seq", 0) >= 20])
    coarse = tracks["c"]
    above = sum(row["top"] > 0.2 for row in coarse)
    print(f"{name} track c (2 km): top likelihood above 0.2 in {above} of {len(coarse)}")
    return tracks["a"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs")
    parser.add_argument("--city", action="append", choices=list(CITIES))
    parser.add_argument("--keep")
    options = parser.parse_args()
    if not os.path.isdir(EVAL):
        sys.exit(f"rank.py: {EVAL} is missing; PLACED_SHARED says where the directory above it is")
    with_modules()
    os.environ.setdefault("EVAL_CACHE", os.path.join(CACHE, "extracts"))
    os.makedirs(os.environ["EVAL_CACHE"], exist_ok=True)
    sys.path.insert(0, EVAL)
    import score

    rows = []
    with tempfile.TemporaryDirectory(prefix="placed-rank.") as scratch:
        directory = options.keep or scratch
        os.makedirs(directory, exist_ok=True)
        for city in options.city or CITIES:
            rows += scored(city, drive(city, options.programs, directory))
    print(score.HEAD)
    independent = table("all", rows)
    for key in ("kind", "crowding"):
        for value in sorted({str(row["t"].get(key)) for row in independent}):
            part = [row for row in independent if str(row["t"].get(key)) == value]
            print(score.line(f"  {key} {value}", score.summary(part)) if score.summary(part) else f"  {key} {value}: none")
    for city in options.city or CITIES:
        table(city, [row for row in rows if row["city"] == city])


if __name__ == "__main__":
    main()
