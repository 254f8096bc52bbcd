#!/usr/bin/env python3
"""soak_gpsd.py PLACED [--seconds N] [--seed N]: placed against a real gpsd in all kinds of trouble, in random order.

Between the two stands a relay that can cut lines, put garbage in, and fall silent. gpsd is killed, stopped and restarted, its
receiver is taken away, loses its fix, and falls silent. After each trouble and after its end placed has to be in the right
state within its limit; over the whole time it may use less than 1 % of a CPU, and neither descriptors nor memory may grow. The
seed is printed, and gives the same troubles again. Exit status 0: all held.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

STALE = 4  # seconds, as configured below: shorter than the default of 10, so that more fits into the time
# What a state may take to arrive at, besides what the rules say: processes start, machines are busy.
SLACK = 2.0


def free_port(kind):
    with socket.socket(socket.AF_INET, kind) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Receiver(threading.Thread):
    """Sends a fix a second to gpsd, as a receiver that drives north at 10 m/s."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.mode, self.second = port, "fix", 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.start()

    def send(self, sentence):
        checksum = 0
        for byte in sentence.encode():
            checksum ^= byte
        try:
            self.socket.sendto(f"${sentence}*{checksum:02X}\r\n".encode(), ("127.0.0.1", self.port))
        except OSError:
            pass  # no gpsd listens at the moment

    def run(self):
        while True:
            self.second += 1
            clock = time.strftime("%H%M%S", time.gmtime()) + ".00"
            date = time.strftime("%d%m%y", time.gmtime())
            minutes = 6 + self.second * 10 / 1852 % 50
            if self.mode == "fix":
                self.send(f"GPRMC,{clock},A,52{minutes:07.4f},N,01012.0000,E,19.4,0.0,{date},,,A")
                self.send(f"GPGGA,{clock},52{minutes:07.4f},N,01012.0000,E,1,08,0.9,80.0,M,45.0,M,,")
                self.send("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,0.9,1.2")
            elif self.mode == "no fix":
                self.send(f"GPRMC,{clock},V,,,,,,,{date},,,N")
                self.send(f"GPGGA,{clock},,,,,0,00,99.9,,M,,M,,")
                self.send("GPGSA,A,1,,,,,,,,,,,,,99.9,99.9,99.9")
            time.sleep(1)


class Relay(threading.Thread):
    """Passes on what gpsd says, unless told to spoil it."""

    def __init__(self, gpsd_port):
        super().__init__(daemon=True)
        self.gpsd_port, self.mode = gpsd_port, "pass"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.most, self.open = 0, 0
        self.lock = threading.Lock()
        self.start()

    def run(self):
        while True:
            client, _ = self.listener.accept()
            with self.lock:
                self.open += 1
                self.most = max(self.most, self.open)
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            gpsd = socket.create_connection(("127.0.0.1", self.gpsd_port))
        except OSError:
            client.close()
            with self.lock:
                self.open -= 1
            return
        done = threading.Event()

        def upwards():
            try:
                while data := client.recv(4096):
                    gpsd.sendall(data)
            except OSError:
                pass
            done.set()
            self.shut(gpsd)

        threading.Thread(target=upwards, daemon=True).start()
        generator = random.Random(1)
        try:
            while data := gpsd.recv(65536):
                if self.mode == "swallow":
                    continue
                if self.mode == "garbage":
                    client.sendall(generator.randbytes(200).replace(b"\n", b"x") + b"\r\n" + b'{"class":"TPV","mode":3,\r\n')
                if self.mode == "bytes":
                    for start in range(len(data)):
                        client.sendall(data[start:start + 1])
                elif self.mode == "half" and len(data) > 40:
                    client.sendall(data[:40])
                    time.sleep(0.5)
                    client.sendall(data[40:])
                else:
                    client.sendall(data)
        except OSError:
            pass
        self.shut(client)
        self.shut(gpsd)
        done.wait(10)
        client.close()
        gpsd.close()
        with self.lock:
            self.open -= 1

    @staticmethod
    def shut(one):
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Gpsd:
    """A real gpsd, and what can happen to it."""

    def __init__(self, directory):
        self.port, self.feed = free_port(socket.SOCK_STREAM), free_port(socket.SOCK_DGRAM)
        self.device = f"udp://127.0.0.1:{self.feed}"
        self.control = str(directory / "gpsd.sock")
        self.process = None
        self.start()

    def start(self):
        try:
            os.unlink(self.control)
        except FileNotFoundError:
            pass
        self.process = subprocess.Popen(
            ["gpsd", "-N", "-n", "-F", self.control, "-S", str(self.port), self.device],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin"})

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(number)
        self.process.wait(10)

    def signal(self, number):
        self.process.send_signal(number)

    def tell(self, line):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as control:
            control.settimeout(5)
            control.connect(self.control)
            control.sendall(line.encode() + b"\r\n")
            control.recv(100)


class Placed:
    """The daemon, asked for its state, and what it costs."""

    def __init__(self, program, directory, port):
        (directory / "placed.conf").write_text(f"[Location]\nStaleAfterSec={STALE}\n", encoding="utf-8")
        for name in ("state", "places"):
            (directory / name).mkdir()
        self.socket, self.log = str(directory / "socket"), directory / "placed.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [program, "--user", "--config", directory / "placed.conf", "--socket", self.socket, "--state-dir",
                 directory / "state", "--places-dir", directory / "places", "--gpsd", f"127.0.0.1:{port}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        # A subscriber, so that the daemon has all its work to do.
        for _ in range(200):
            try:
                self.connection = self.connect()
                break
            except OSError:
                time.sleep(0.05)
        else:
            raise SystemExit("placed does not listen: " + self.log.read_text(encoding="utf-8"))
        self.state, self.told = None, 0
        self.changed = threading.Condition()
        self.connection.sendall(b'{"method":"io.placed.Places.Subscribe","more":true}\n')
        threading.Thread(target=self.read, daemon=True).start()

    def connect(self):
        one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        one.connect(self.socket)
        return one

    def read(self):
        for line in self.connection.makefile("rb"):
            reply = json.loads(line.rstrip(b"\0\n"))
            receiver = reply.get("parameters", {}).get("receiver")
            if receiver:
                with self.changed:
                    self.state, self.told = receiver["state"], self.told + 1
                    self.changed.notify_all()

    def await_state(self, wanted, limit):
        """Waits for one of some states; how long it took, or None."""
        began = time.monotonic()
        with self.changed:
            return time.monotonic() - began if self.changed.wait_for(lambda: self.state in wanted, limit) else None

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Anonymous:"):
                return int(line.split()[1])
        return 0


FIX = ("fix_2d", "fix_3d")


class Soak:
    def __init__(self, placed, gpsd, relay, receiver, generator):
        self.placed, self.gpsd, self.relay, self.receiver, self.random = placed, gpsd, relay, receiver, generator
        self.failures = []

    def expect(self, what, wanted, limit):
        took = self.placed.await_state(wanted, limit + SLACK)
        if took is None:
            self.failures.append(f"{what}: {self.placed.state} instead of {' or '.join(wanted)} after {limit + SLACK:.0f} s")
        print(f"  {what}: {self.placed.state}" + (f" after {took:.1f} s" if took is not None else ": TOO LATE"), flush=True)

    def stays(self, what, wanted, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.placed.state not in wanted:
                self.failures.append(f"{what}: {self.placed.state}, but should have stayed {' or '.join(wanted)}")
                break
            time.sleep(0.05)
        print(f"  {what}: {self.placed.state}", flush=True)

    # Each trouble, with its end; all begin and end with a fix.

    def killed(self):
        self.gpsd.kill(self.random.choice([signal.SIGKILL, signal.SIGTERM]))
        self.expect("gpsd is gone", ("absent",), 1)
        away = self.random.choice([0, 0.5, 3])
        time.sleep(away)
        self.gpsd.start()
        # The waits double: what is still to be waited is at most as long as what has been, or a second or two.
        self.expect("gpsd is back", FIX, 2 * away + 4)

    def stopped(self):
        self.gpsd.signal(signal.SIGSTOP)
        self.expect("gpsd stands still", ("stale",), STALE + 1)
        self.gpsd.signal(signal.SIGCONT)
        self.expect("gpsd goes on", FIX, 3)

    def stopped_for_long(self):
        self.gpsd.signal(signal.SIGSTOP)
        self.expect("gpsd stands still", ("stale",), STALE + 1)
        self.expect("and does not answer", ("absent",), 36)
        self.gpsd.signal(signal.SIGCONT)
        self.expect("gpsd goes on", FIX, 12)

    def unplugged(self):
        self.gpsd.tell("-" + self.gpsd.device)
        self.expect("the receiver is gone", ("absent",), 1)
        time.sleep(self.random.uniform(0, 2))
        self.gpsd.tell("+" + self.gpsd.device)
        self.expect("the receiver is back", FIX, 4)

    def lost(self):
        self.receiver.mode = "no fix"
        self.expect("the receiver loses its fix", ("searching",), 3)
        self.receiver.mode = "fix"
        self.expect("the receiver has a fix", FIX, 3)

    def silent(self):
        self.receiver.mode = "silent"
        self.expect("the receiver is silent", ("stale",), STALE + 1)
        self.receiver.mode = "fix"
        self.expect("the receiver speaks", FIX, 3)

    def swallowed(self):
        self.relay.mode = "swallow"
        self.expect("nothing arrives", ("stale",), STALE + 1)
        self.relay.mode = "pass"
        self.expect("something arrives", FIX, 3)

    def garbage(self):
        self.relay.mode = "garbage"
        self.stays("garbage between the lines", FIX, 3)
        self.relay.mode = "pass"

    def halves(self):
        self.relay.mode = "half"
        self.stays("lines in halves", FIX, 3)
        self.relay.mode = "pass"

    def bytes(self):
        self.relay.mode = "bytes"
        self.stays("lines in single bytes", FIX, 3)
        self.relay.mode = "pass"

    def run(self, seconds):
        troubles = [self.killed, self.stopped, self.unplugged, self.lost, self.silent, self.swallowed, self.garbage,
                    self.halves, self.bytes]
        began, rounds = time.monotonic(), 0
        last_long = began
        while time.monotonic() - began < seconds and not self.failures:
            order = troubles[:]
            self.random.shuffle(order)
            if seconds >= 120 and time.monotonic() - last_long > 120:
                order.insert(0, self.stopped_for_long)
                last_long = time.monotonic()
            for trouble in order:
                if time.monotonic() - began >= seconds or self.failures:
                    break
                print(f"{time.monotonic() - began:6.1f} s {trouble.__name__}", flush=True)
                trouble()
                rounds += 1
                # A connection that has held for ten seconds resets the wait before redialling.
                if trouble == self.killed and seconds >= 120:
                    self.stays("calm", FIX, 11)
        return rounds, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("placed")
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="placed-soak-") as name:
        directory = pathlib.Path(name)
        os.chmod(directory, 0o755)
        gpsd = Gpsd(directory)
        placed = None
        try:
            receiver = Receiver(gpsd.feed)
            relay = Relay(gpsd.port)
            placed = Placed(options.placed, directory, relay.port)
            soak = Soak(placed, gpsd, relay, receiver, random.Random(options.seed))
            soak.expect("the first fix", FIX, 6)
            began, cpu = time.monotonic(), placed.cpu()
            descriptors, memory = placed.descriptors(), placed.memory()
            rounds, took = soak.run(options.seconds)
            soak.stays("the end", FIX, 1)
            used = (placed.cpu() - cpu) / (time.monotonic() - began) * 100
            print(f"{rounds} troubles in {took:.0f} s; {used:.2f} % CPU; descriptors {descriptors} -> {placed.descriptors()}; "
                  f"memory {memory} -> {placed.memory()} kB; {placed.told} states told; at most {relay.most} connections at once")
            if used >= 1:
                soak.failures.append(f"{used:.2f} % CPU")
            if placed.descriptors() > descriptors:
                soak.failures.append("descriptors grew")
            if placed.memory() > memory + 1024:
                soak.failures.append("memory grew by more than 1 MB")
            if placed.process.poll() is not None:
                soak.failures.append("placed ended")
            if relay.most > 1:
                soak.failures.append("more than one connection at a time")
            for failure in soak.failures:
                print(f"FAIL: {failure}")
            if soak.failures:
                print(placed.log.read_text(encoding="utf-8", errors="replace"))
            return 1 if soak.failures else 0
        finally:
            if placed is not None:
                placed.process.terminate()
                placed.process.wait(10)
            gpsd.kill()


if __name__ == "__main__":
    sys.exit(main())
