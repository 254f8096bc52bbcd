#!/usr/bin/env python3
"""import.py BIN FILE.osm.pbf: time and memory of placed-import beside `osmium export` on the same file, and on one
that holds ten shifted copies of it. Exit status 1 if a limit is broken."""

import os
import re
import subprocess
import sys
import tempfile
import time

COPIES = 10
WALL, MEMORY, SIZE = 1.5, 2.0, 1.2  # of osmium export, and of the input file


def run(command):
    """Wall seconds and peak memory (MB) of the best of three runs."""
    best = None
    for _ in range(3):
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            sys.exit(f"{' '.join(command)}: {errors.decode(errors='replace')}")
        seconds = time.monotonic() - start
        if best is None or seconds < best[0]:
            best = seconds, usage.ru_maxrss / 1024
    return best


def copies(source, target, directory):
    """Writes a file with ten copies of the source, each with ids of its own and half a degree further east."""
    plain = os.path.join(directory, "plain.opl")
    subprocess.run(["osmium", "renumber", source, "-O", "-o", plain + ".osm.pbf"], check=True)
    subprocess.run(["osmium", "cat", plain + ".osm.pbf", "-f", "opl", "-O", "-o", plain], check=True)
    lines = {"n": [], "w": [], "r": []}
    with open(plain, encoding="utf-8") as file:
        for line in file:
            lines[line[0]].append(line)
    step = 10 ** len(str(max(len(each) for each in lines.values())))
    shifted = os.path.join(directory, "shifted.opl")
    with open(shifted, "w", encoding="utf-8") as file:
        for kind in "nwr":
            for copy in range(COPIES):
                plus = copy * step

                def move(match):
                    return match[1] + str(int(match[2]) + plus)

                for line in lines[kind]:
                    line = re.sub(r"^([nwr])(\d+)", move, line)
                    if kind == "n":
                        line = re.sub(r" x(-?[\d.]+)", lambda m: f" x{float(m[1]) + copy / 2:.7f}", line)
                    else:
                        head, mark, refs = line.rpartition(" N" if kind == "w" else " M")
                        line = head + mark + re.sub(r"(^|,)([nwr])(\d+)",
                                                    lambda m: f"{m[1]}{m[2]}{int(m[3]) + plus}", refs)
                    file.write(line)
    subprocess.run(["osmium", "cat", shifted, "-O", "-o", target], check=True)
    os.remove(plain)
    os.remove(shifted)


def main():
    program, source = os.path.join(sys.argv[1], "placed-import"), sys.argv[2]
    good = True
    with tempfile.TemporaryDirectory() as directory:
        many = os.path.join(directory, "many.osm.pbf")
        # In a process of its own: what a parent has in memory counts for its children's peak too (execve(2) keeps it).
        subprocess.run([sys.executable, __file__, "--copies", source, many, directory], check=True)
        print(f"{'input':26} {'MB':>6} {'':16} {'wall s':>8} {'peak MB':>8}")
        results = []
        for path in source, many:
            output = os.path.join(directory, "out.places")
            theirs = run(["osmium", "export", "--no-progress", "-f", "geojsonseq", "-O", "-o", "/dev/null", path])
            ours = run([program, path, "-o", output])
            size = os.path.getsize(path)
            part = os.path.getsize(output) / size
            for name, result in ("osmium export", theirs), ("placed-import", ours):
                print(f"{os.path.basename(path):26} {size / 1e6:6.1f} {name:16} {result[0]:8.2f} {result[1]:8.1f}")
            print(f"{'':26} {'':6} {'ratio':16} {ours[0] / theirs[0]:8.2f} {ours[1] / theirs[1]:8.2f}  "
                  f"region file / input {part:.2f}")
            results.append((theirs, ours, part))
        # As for a country: what grows with the input then lies on disk.
        on_disk = run([program, many, "-o", output, "--node-index", "disk"])
        print(f"{os.path.basename(many):26} {size / 1e6:6.1f} {'nodes on disk':16} {on_disk[0]:8.2f} {on_disk[1]:8.1f}")
    theirs, ours, part = results[0]
    for what, value, limit in (("wall", ours[0] / theirs[0], WALL), ("peak memory", ours[1] / theirs[1], MEMORY),
                               ("file size", part, SIZE)):
        if value > limit:
            print(f"over the limit: {what} {value:.2f}, allowed {limit}")
            good = False
    growth = [results[1][1][index] / ours[index] for index in (0, 1)]
    print(f"ten times the input: {growth[0]:.1f} times the time, {growth[1]:.1f} times the memory")
    if max(growth) > COPIES * 1.2:
        good = False
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    if sys.argv[1] == "--copies":
        copies(*sys.argv[2:])
    else:
        main()
