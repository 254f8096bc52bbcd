# Build, try, check and install placed. `make` alone lists the targets.

SWIFT  ?= swift
prefix ?= /usr/local
bindir ?= $(prefix)/bin
mandir ?= $(prefix)/share/man
sysconfdir ?= /etc
bashdir ?= $(prefix)/share/bash-completion/completions
zshdir ?= $(prefix)/share/zsh/site-functions
fishdir ?= $(prefix)/share/fish/vendor_completions.d
unitdir ?= $(prefix)/lib/systemd/system
userunitdir ?= $(prefix)/lib/systemd/user
sysusersdir ?= $(prefix)/lib/sysusers.d
DESTDIR ?=

# What building, trying and checking need besides a Swift toolchain, by Debian's names.
PACKAGES := gpsd gpsd-clients jq libbz2-dev libcurl4-openssl-dev libexpat1-dev libgps-dev liblz4-dev libmd-dev libosmium2-dev libprotozero-dev libsqlite3-dev \
  libsystemd-dev netcat-openbsd openssl osmium-tool pkg-config python3 python3-venv strace zlib1g-dev

PROGRAMS := placed placectl placed-import
UNITS    := placed.service placed.socket placed-update.service placed-update.timer user/placed.service user/placed.socket
RELEASE  := .build/release

.DEFAULT_GOAL := help
.PHONY: help deps build release demo check check-conformance check-logs check-systemd bench bench-idle bench-power bench-import bench-store bench-rank soak soak-gpsd install uninstall format lint clean

help:
	@echo 'make demo               a ride through Sydney, from gpsd to the chosen place (45 s after building)'
	@echo 'make check              everything that has to hold before a change is good (3 to 10 min)'
	@echo 'make check-conformance  the protocol part of it alone (1 min after building)'
	@echo 'make check-systemd      placed as a service under a systemd of its own (2 min; root; a Debian of 0.3 GB, once)'
	@echo 'make check-logs         what it makes of the logs of real receivers in ../shared (1 min after building)'
	@echo 'make soak-gpsd          a gpsd in all kinds of trouble, and what it costs (10 min)'
	@echo 'make bench              memory and CPU against their limits (20 s after building)'
	@echo 'make bench-import       time and memory of an import beside osmium export (2 min after building)'
	@echo 'make bench-store        ten million places: time, memory and size of the file, and how fast it answers (15 min)'
	@echo 'make bench-rank         how good the ranking is on the labelled visits in ../shared (5 min after building)'
	@echo 'make bench-power        what each accuracy asks of the receiver on a drive and a stand, and bench-idle (4 min after building)'
	@echo 'make bench-idle         wake-ups, CPU and memory while nothing happens (2 min after building)'
	@echo 'make soak               two hundred kills in the middle of a choice (1 min after building)'
	@echo 'make build, release     debug and release programs (1 to 5 min the first time, then seconds)'
	@echo 'make deps               the Debian packages that all this needs (nothing if they are there)'
	@echo 'make install            release programs, manual pages, configuration; takes DESTDIR and prefix'
	@echo 'make uninstall          the opposite, but for configuration and data'
	@echo 'make format, lint       swift format: rewrites, or only complains (seconds)'
	@echo 'make clean              removes what was built'

deps:
	@command -v dpkg-query >/dev/null || { echo 'deps: not Debian; the like of these is needed: $(PACKAGES)'; exit 0; }; \
	present=$$(dpkg-query -W -f='$${Package} $${db:Status-Status}\n' $(PACKAGES) 2>/dev/null | sed -n 's/ installed$$//p'); \
	missing=; for package in $(PACKAGES); do \
	  printf '%s\n' "$$present" | grep -qxF -e "$$package" || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "deps: installs$$missing (about a minute)"; \
	  if [ "$$(id -u)" = 0 ]; then sudo=; else sudo='sudo'; fi; \
	  $$sudo apt-get update -qq && \
	  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing </dev/null; \
	fi

build: deps
	@echo 'build: debug programs (1 to 3 min the first time, then seconds)'
	@$(SWIFT) build

# The Swift runtime is linked in: such a program needs no Swift on the device.
release: deps
	@echo 'release: optimised programs in $(RELEASE) (2 to 5 min the first time, then seconds)'
	@$(SWIFT) build -c release --static-swift-stdlib

demo:
	@echo 'demo: builds, then shows a ride from gpsd to the chosen place (45 s, or until Ctrl-C)'
	@$(MAKE) --no-print-directory release
	@Tests/Sample/demo.sh $(RELEASE)

check:
	@echo 'check: build, lint, tests, protocol conformance (3 to 10 min)'
	@$(MAKE) --no-print-directory deps
	@Tests/check.sh all

check-conformance:
	@echo 'check-conformance: builds, then tries the protocol on a running placed (1 min)'
	@$(MAKE) --no-print-directory deps
	@Tests/check.sh conformance

# PLACED_CACHE says where the Debian is kept.
check-systemd:
	@echo 'check-systemd: boots a Debian with placed as its service (2 min; needs root, debootstrap and systemd-container)'
	@$(MAKE) --no-print-directory release
	@Tests/systemd.sh $(RELEASE)

check-logs:
	@echo 'check-logs: builds, then replays the logs of real receivers in ../shared and prints a table (1 min)'
	@$(MAKE) --no-print-directory deps
	@Tests/check.sh logs

soak-gpsd:
	@echo 'soak-gpsd: builds, then placed against a gpsd that dies, stops, stutters and comes back (10 min)'
	@$(MAKE) --no-print-directory release
	@Tests/Soak/soak_gpsd.py $(RELEASE)/placed --seconds 600

bench:
	@echo 'bench: builds, then measures memory and CPU on the sample (20 s)'
	@$(MAKE) --no-print-directory release
	@Tests/Bench/bench.sh $(RELEASE)

# The extract to import; by default a country from the real data beside the repository.
EXTRACT ?= ../shared/data/osm/andorra-2026.osm.pbf

bench-import:
	@echo 'bench-import: builds, then imports $(EXTRACT) and ten copies of it (2 min)'
	@$(MAKE) --no-print-directory release
	@Tests/Bench/import.py $(RELEASE) '$(EXTRACT)'

bench-store:
	@echo 'bench-store: builds a region file of ten million places and asks it (15 min; 5 GB of /tmp or TMPDIR)'
	@$(MAKE) --no-print-directory release
	@Tests/Bench/store.sh $(RELEASE)

bench-rank:
	@echo 'bench-rank: builds, then ranks the labelled visits of four cities and scores the answers (5 min)'
	@$(MAKE) --no-print-directory release
	@Tests/Bench/rank.py $(RELEASE)

bench-power:
	@echo 'bench-power: builds, then drives and stands with each accuracy, and measures placed at rest (4 min)'
	@$(MAKE) --no-print-directory release
	@Tests/Bench/power.sh $(RELEASE)

bench-idle:
	@echo 'bench-idle: builds, then measures placed at rest with a gpsd of its own (2 min)'
	@$(MAKE) --no-print-directory release
	@Tests/Bench/idle.sh $(RELEASE)

soak:
	@echo 'soak: builds, then kills placed two hundred times in the middle of a choice (1 min)'
	@$(MAKE) --no-print-directory deps
	@PLACED_KILLS=200 $(SWIFT) test --filter 'kill -9 at any moment'

format:
	@echo 'format: rewrites the Swift files where needed (seconds)'
	@$(SWIFT) format --in-place --recursive Sources Tests Package.swift

lint:
	@echo 'lint: looks at the form of the Swift files (seconds)'
	@$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

# Configuration that is there already is somebody's: it stays. Run `make release` first, as yourself.
install:
	@echo 'install: programs to $(DESTDIR)$(bindir), manual pages, completions, units, configuration (1 s)'
	@for program in $(PROGRAMS); do \
	  test -x $(RELEASE)/$$program || { echo "install: $(RELEASE)/$$program is missing: run 'make release' first" >&2; exit 1; }; \
	done
	@install -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(mandir)/man1' '$(DESTDIR)$(mandir)/man5' \
	  '$(DESTDIR)$(mandir)/man8' '$(DESTDIR)$(sysconfdir)/placed/placed.conf.d' '$(DESTDIR)$(bashdir)' \
	  '$(DESTDIR)$(zshdir)' '$(DESTDIR)$(fishdir)' '$(DESTDIR)$(unitdir)' '$(DESTDIR)$(userunitdir)' \
	  '$(DESTDIR)$(sysusersdir)'
	@for program in $(PROGRAMS); do install -s -m 755 $(RELEASE)/$$program '$(DESTDIR)$(bindir)/'; done
	@install -m 644 docs/man/*.1 '$(DESTDIR)$(mandir)/man1/'
	@install -m 644 docs/man/*.5 '$(DESTDIR)$(mandir)/man5/'
	@install -m 644 docs/man/*.8 '$(DESTDIR)$(mandir)/man8/'
	@for program in placectl placed-import; do \
	  install -m 644 docs/completions/$$program.bash '$(DESTDIR)$(bashdir)/'$$program && \
	  install -m 644 docs/completions/_$$program '$(DESTDIR)$(zshdir)/' && \
	  install -m 644 docs/completions/$$program.fish '$(DESTDIR)$(fishdir)/' || exit; \
	done
	@for unit in $(UNITS); do \
	  case $$unit in user/*) to='$(DESTDIR)$(userunitdir)';; *) to='$(DESTDIR)$(unitdir)';; esac; \
	  sed 's|/usr/bin/|$(bindir)/|' systemd/$$unit >"$$to/$${unit##*/}" && chmod 644 "$$to/$${unit##*/}" || exit; \
	done
	@install -m 644 systemd/placed.sysusers '$(DESTDIR)$(sysusersdir)/placed.conf'
	@for file in etc/placed/*.conf; do \
	  kept='$(DESTDIR)$(sysconfdir)/placed/'$${file##*/}; \
	  if [ -e "$$kept" ]; then echo "install: keeps $$kept"; else install -m 644 "$$file" "$$kept"; fi; \
	done
	@if [ -z '$(DESTDIR)' ] && [ -d /run/systemd/system ]; then echo 'install: as a service:' \
	  'systemd-sysusers && systemctl daemon-reload && systemctl enable --now placed.socket placed.service'; fi

uninstall:
	@echo 'uninstall: programs, manual pages, completions and units; keeps $(DESTDIR)$(sysconfdir)/placed and all data (1 s)'
	@cd '$(DESTDIR)$(bindir)' && rm -f $(PROGRAMS)
	@cd '$(DESTDIR)$(unitdir)' && rm -f placed.service placed.socket placed-update.service placed-update.timer
	@cd '$(DESTDIR)$(userunitdir)' && rm -f placed.service placed.socket
	@rm -f '$(DESTDIR)$(sysusersdir)/placed.conf'
	@rm -f $(patsubst docs/man/%.1,'$(DESTDIR)$(mandir)/man1/%.1',$(wildcard docs/man/*.1))
	@rm -f $(patsubst docs/man/%.5,'$(DESTDIR)$(mandir)/man5/%.5',$(wildcard docs/man/*.5))
	@for program in placectl placed-import; do \
	  rm -f '$(DESTDIR)$(bashdir)/'$$program '$(DESTDIR)$(zshdir)/_'$$program '$(DESTDIR)$(fishdir)/'$$program.fish; \
	done
	@rm -f $(patsubst docs/man/%.8,'$(DESTDIR)$(mandir)/man8/%.8',$(wildcard docs/man/*.8))

clean:
	@echo 'clean: removes .build and .venv (seconds)'
	@rm -rf .build .venv
