#!/usr/bin/env python3
"""check_logs.py PLACED SHARED [--real]: what placed makes of recorded receivers, against what is known of them.

SHARED/data/gpsd has logs of gpsd's own tests (X.log), the reports that gpsd makes of them (X.log.chk), and an index of
what these hold. Each X.log.chk goes through `placed replay`, and is compared with the index and with a count of its own of
the epochs in it. With --real each X.log also goes through a real gpsd (gpsfake), whose reports must come to the same. Last come
the tracks of SHARED/data/tracks.

A difference is good only if explained.tsv says why. Exit status 0: none is unexplained.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
# A configuration by which every fix is told.
EVERY_FIX = HERE / "every-fix.conf"


def replay(placed, path, config=None):
    """What placed tells of a recording: its updates, and its summary; an empty one is no recording."""
    options = ["--config", config] if config else []
    run = subprocess.run([placed, "replay", "--json", *options, path], capture_output=True, text=True, timeout=120)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode != 0:
        if "there is nothing in it to replay" in run.stderr:
            return [], {"lines": 0, "positions": 0, "fixes": 0, "broken": 0, "deliveries": {}}
        raise SystemExit(f"{path}: exit status {run.returncode}: {run.stderr.strip()}")
    return lines[:-1], lines[-1]["summary"]


def states(updates):
    return [update["receiver"]["state"] for update in updates if "receiver" in update]


def figures(updates, summary):
    """The figures of a replay that are compared."""
    seen = states(updates)
    lost, fixed = 0, False
    for state in seen:
        # A fix that first grew stale and then was reported to be none is lost too.
        if state.startswith("fix_"):
            fixed = True
        elif state in ("searching", "absent") and fixed:
            lost, fixed = lost + 1, False
    locations = [update["location"] for update in updates if "location" in update]
    first = ""
    if locations:
        at = locations[0]["coordinate"]
        first = f"{round(at['latitude'], 3):g},{round(at['longitude'], 3):g}"
    return {
        "reports": summary["positions"],
        "fixes": summary["fixes"],
        "losses": lost,
        "2D": "fix_2d" in seen,
        "3D": "fix_3d" in seen,
        "accuracy": any("horizontalAccuracy" in location for location in locations),
        "first": first,
    }


def epochs(chk):
    """How many fixes the reports of a .chk are: those of one time are one, those without a time one each."""
    count, last = 0, None
    for line in chk.read_bytes().split(b"\n"):
        if not line.startswith(b'{"class":"TPV"'):
            continue
        report = json.loads(line)
        if report["mode"] < 2 or "lat" not in report or "lon" not in report:
            continue
        time = report.get("time")
        if time is None or time != last:
            count += 1
        last = time
    return count


def expected(row, chk):
    """The same figures, from the index and the epochs."""
    position = row["first_position"].split(",")
    first = f"{float(position[0]):g},{float(position[1]):g}" if len(position) == 2 else ""
    return {
        "reports": int(row["TPV"]),
        "fixes": epochs(chk),
        "losses": int(row["fix_losses"]),
        "2D": int(row["mode2"]) > 0,
        "3D": int(row["mode3"]) > 0,
        "accuracy": int(row["with_horizontal_error"]) > 0,
        "first": first,
    }


def real(placed, log, port):
    """The same log through a real gpsd: the figures of its reports."""
    run = subprocess.run(
        ["gpsfake", "-q", "-1", "-c", "0.001", "-P", str(port), "-p", str(log)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    with tempfile.NamedTemporaryFile(suffix=".log") as file:
        file.write(run.stdout)
        file.flush()
        updates, summary = replay(placed, file.name, EVERY_FIX)
    # Where the log ends gpsfake takes the receiver away, which is no loss of the log's.
    if states(updates)[-1:] == ["absent"]:
        updates.pop(max(number for number, update in enumerate(updates) if "receiver" in update))
    return updates, summary


def positions(updates):
    """Where and when the fixes were. What accuracy they have depends on the driver, which .chk files do not name; of old
    receivers' dates gpsd repairs the week number by the date of today, so that they differ by 1024 weeks."""
    weeks = 1024 * 7 * 86_400 * 1_000_000
    return [
        (update["location"]["coordinate"], update["location"].get("timestampUSec", -1) % weeks)
        for update in updates if "location" in update]


def compare_real(got, replayed, updates, summary):
    """How a run through a real gpsd differs from the replay's figures and positions: a text for each figure."""
    second = figures(updates, summary)
    differing = {
        f"real {figure}": f"{second[figure]} by a real gpsd instead of {value}"
        for figure, value in got.items() if second[figure] != value}
    if positions(updates) != replayed:
        differing["real positions"] = "other positions by a real gpsd"
    return differing


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--real"]
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    placed, shared = arguments[0], pathlib.Path(arguments[1])
    with open(HERE / "explained.tsv", encoding="utf-8") as file:
        why = {(row["log"], row["figure"]): row["why"] for row in csv.DictReader(file, delimiter="\t")}
    with open(shared / "data/gpsd/INDEX.tsv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    folder = shared / "data/gpsd/3.22"

    reals = {}
    if "--real" in sys.argv:
        with ThreadPoolExecutor(6) as pool:
            jobs = [pool.submit(real, placed, folder / row["log"], 23000 + 10 * number) for number, row in enumerate(rows)]
            reals = {row["log"]: job.result() for row, job in zip(rows, jobs)}

    used, unexplained = set(), 0
    differences = []

    def differ(log, figure, text):
        nonlocal unexplained
        reason = why.get((log, figure))
        used.add((log, figure))
        if reason is None:
            unexplained += 1
        differences.append(f"{'explained' if reason else 'UNEXPLAINED'}: {log}: {figure}: {text}" + (f" ({reason})" if reason else ""))

    print(f"{'log':31} reports fixes told lost  states")
    for row in rows:
        log, chk = row["log"], folder / (row["log"] + ".chk")
        updates, summary = replay(placed, chk)
        got, wanted = figures(*replay(placed, chk, EVERY_FIX)), expected(row, chk)
        shown = " ".join(states(updates))
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        told = sum(summary["deliveries"].values())
        print(f"{log:31} {got['reports']:7} {got['fixes']:5} {told:4} {got['losses']:4}  {shown}")
        for figure, value in wanted.items():
            if got[figure] != value:
                differ(log, figure, f"{got[figure]} instead of {value}")
        if log in reals:
            replayed = positions(replay(placed, chk, EVERY_FIX)[0])
            differing = compare_real(got, replayed, *reals[log])
            # gpsfake may have fed a short log before its own client watches: what nothing explains is run again alone. A
            # difference that is real stays.
            for _ in range(2):
                if all((log, figure) in why for figure in differing):
                    break
                print(f"{log:31} through a real gpsd once more")
                differing = compare_real(got, replayed, *real(placed, folder / log, 23000 + 10 * rows.index(row)))
            for figure, text in differing.items():
                differ(log, figure, text)

    tracks = sorted(
        path for path in (shared / "data/tracks").iterdir() if path.suffix in (".gpx", ".nmea"))
    print(f"\n{'track':31} reports fixes told")
    for path in tracks:
        updates, summary = replay(placed, path)
        again = replay(placed, path)
        told = sum(summary["deliveries"].values())
        print(f"{path.name:31} {summary['positions']:7} {summary['fixes']:5} {told:4}")
        text = path.read_text(encoding="utf-8", errors="replace")
        # Points of a GPX track without those that say that there is no fix; times of valid RMC sentences, one a second.
        if path.suffix == ".gpx":
            fixes = len(re.findall(r"<trkpt\b", text)) - len(re.findall(r"<trkpt\b(?:(?!</trkpt>).)*<fix>none</fix>", text, re.S))
        else:
            fixes = len(re.findall(r"RMC,[0-9.]+,A,", text))
        if abs(summary["fixes"] - fixes) > (0 if path.suffix == ".gpx" else 1):
            differ(path.name, "fixes", f"{summary['fixes']} instead of {fixes}")
        if again != (updates, summary):
            differ(path.name, "reproducible", "another output the second time")

    print()
    for line in differences:
        print(line)
    for key in why.keys() - used:
        if not key[1].startswith("real ") or reals:
            print(f"UNEXPLAINED: {key[0]}: {key[1]}: explained, but there is no difference any more")
            unexplained += 1
    print(f"{len(rows)} logs{' and a real gpsd' if reals else ''}, {len(tracks)} tracks: "
          f"{len(differences)} differences, {unexplained} unexplained")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
