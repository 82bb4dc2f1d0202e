# What people do with tickler. `make help` lists the targets.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# The instant that the examples are planned at: a Friday two days before Europe leaves daylight saving time.
NOW ?= 2026-10-23T16:00:00Z
OUT ?= reports
# The tz database of the examples: the pinned one, so that they come out the same on every machine.
ZONEINFO ?= Tests/Zoneinfo/2026f
INPUTS ?= inputs
# The seed of the random rules of `make recurrence-check` and the random texts of `make ics-check`.
SEED ?= 1
# Options for Benchmarks/runs/bench.py.
BENCH ?=
# Options for every run: make plan ARGS="--days 3"
ARGS ?=

TICKLER = .build/release/tickler
BENCH_PYTHON = .build/bench-venv/bin/python
# Every address of the program is resolved when it starts, and read-only from then on.
BUILD = $(SWIFT) build -c release --static-swift-stdlib -Xlinker -z -Xlinker now --product tickler
# Statuses 0 and 1 are both a plan: 1 says that some records were rejected, as one of the examples is.
ACCEPT_REJECTED = || test $$? -eq 1

.DEFAULT_GOAL := all
.PHONY: all setup build test-build plan pdf pictures verify check check-inputs test test-parts test-spark schema-check format-check mustache-check \
  recurrence-check import-check optimized-check zone-check report-check on-device apple-check kotlin-check docs site-check fuzz commands-fuzz nights alerts-check crowding-check \
  shift-check declared-fuzz redaction-check trace-check ics-check hostile fuzzers tsan bench bench-units bench-imports bench-build \
  declared-cost bench-runs bench-full bench-docs growth workload instructions instructions-outputs instructions-record lint end-to-end \
  touch touch-check ci nightly install uninstall deploy-check deb deb-check tarball container release-check clean help

all: plan ## Build, and plan the examples into reports/
	@echo "Open $(OUT)/index.html, or import $(OUT)/calendar.ics into a calendar."

# Install the system packages that are missing (as root, or with sudo)
setup:
	@./.ci/setup

# A Python environment with the packages of .ci/requirements/NAME.txt.
.build/%-venv: .ci/requirements/%.txt
	./.ci/setup python3-venv
	python3 -m venv $@
	$@/bin/pip install --quiet --requirement $<
	touch $@

# Build the release program, .build/release/tickler
build: setup
	$(BUILD)

plan: build ## Plan INPUTS into OUT as of NOW
	$(TICKLER) plan $(INPUTS) --now $(NOW) --zoneinfo $(ZONEINFO) --out $(OUT) $(ARGS) $(ACCEPT_REJECTED)

# What of the page goes to paper: the summary, or with '#print-accounts' everything.
PRINT ?=

pdf: plan ## Print the page to OUT/report.pdf; PRINT='#print-accounts' adds the accounts
	./.ci/setup chromium
	chromium --headless $(if $(filter 0,$(shell id -u)),--no-sandbox) --no-pdf-header-footer --print-to-pdf='$(OUT)/report.pdf' \
	  'file://$(abspath $(OUT))/index.html$(PRINT)'

pictures: build .build/report-venv ## Take the pictures of the report for docs/
	./.ci/setup chromium pngquant
	$(TICKLER) plan inputs/examples --now $(NOW) --zoneinfo $(ZONEINFO) --out .build/pictures --quiet $(ACCEPT_REJECTED)
	$(TICKLER) plan Examples/household/book.gnucash Examples/household/tasks.ics --time-zone Europe/Berlin \
	  --now 2026-11-02T07:00:00Z --zoneinfo $(ZONEINFO) --out .build/household --quiet
	.build/report-venv/bin/python Tests/Tools/report_pictures.py .build/pictures/index.html .build/household/index.html docs/images
	pngquant --force --ext .png --strip 64 docs/images/report*.png

verify: build ## Check that the files of the plan in OUT agree
	$(TICKLER) verify $(OUT) --zoneinfo $(ZONEINFO)

check-inputs: build ## Read and validate INPUTS and the policies, and write nothing
	$(TICKLER) check $(INPUTS) --zoneinfo $(ZONEINFO) $(ARGS) $(ACCEPT_REJECTED)

check: test fuzz lint ## Run tests, oracle and lint (ten minutes)

# Options for `swift test`.
TEST ?=

# Where the tests are built: in CI beside the program, since two builds of one folder wait for each other.
TESTS ?= .build

test-build: setup
	$(SWIFT) build --build-tests --scratch-path $(TESTS)

test: build test-build ## Run the tests
	./.ci/setup python3 zstd
	TICKLER_PROGRAM=$(CURDIR)/$(TICKLER) $(SWIFT) test $(TEST) --skip-build --scratch-path $(TESTS) --parallel --event-stream-version 0 --event-stream-output-path .build/tests.jsonl
	@python3 Tests/Tools/slowest_tests.py .build/tests.jsonl

schema-check: .build/schema-venv ## Validate good and bad documents by the schemas, with jsonschema and xmllint
	./.ci/setup libxml2-utils
	.build/schema-venv/bin/python Tests/Tools/check_schemas.py

# Have others read SARIF and metrics (PyPI sarif-tools, prometheus-client)
format-check: build .build/format-venv
	.build/format-venv/bin/python Tests/Tools/check_formats.py --binary $(TICKLER) --zoneinfo $(ZONEINFO)

# Compare thousands of random recurrence rules with python-dateutil
recurrence-check: setup .build/fuzz-venv
	.build/fuzz-venv/bin/python Tests/Tools/recurrence_oracle.py --seed $(SEED) --count 4000 > .build/recurrences.txt
	TICKLER_RECURRENCES=$(CURDIR)/.build/recurrences.txt $(SWIFT) test --filter RecurrenceTests

import-check: build .build/ics-venv ## Compare imports with recurring-ical-events, Python's dates and GnuCash's engine
	./.ci/setup gnucash
	.build/ics-venv/bin/python Tests/Tools/Calendars/import_check.py --binary $(TICKLER) --seed $(SEED) \
	  --engine $$(dpkg -L gnucash | grep 'libgnc-engine.so$$')

# Compare texts and templates with swift-mustache
mustache-check:
	$(SWIFT) test --package-path Tests/MustacheCheck --scratch-path .build/mustache-check

# Compare what release builds make of short texts with references
optimized-check: build
	./.ci/setup python3
	$(SWIFT) test -c release --package-path Tests/OptimizedCheck --scratch-path .build/optimized-check
	python3 Tests/Tools/short_texts.py --binary $(TICKLER)

# Compare every half hour of 2020 to 2040 in every zone with Python's zoneinfo
zone-check:
	$(SWIFT) run -c release --package-path Tests/ZoneCheck --scratch-path .build/zone-check ZoneCheck Tests/Zoneinfo/2026f \
	  Tests/CivilTimeTests/Resources/zone-digests-full.txt

# Neither of its libraries comes with a pkg-config file for all of this.
QT = /usr/include/$(shell cc -print-multiarch)/qt5
KDE = -isystem /usr/include/KF5 -isystem /usr/include/KF5/KCalendarCore $(foreach part,. QtCore QtGui,-isystem $(QT)/$(part))

ics-check: build .build/ics-venv ## Read calendars with Thunderbird, Evolution, KDE, khal, Emacs and nine other programs
	./.ci/setup g++ gcc libc6-dev libical-dev khal calcurse radicale emacs-nox ruby ruby-icalendar thunderbird \
	  dbus-daemon evolution-data-server gir1.2-ecal-2.0 python3-gi libkf5calendarcore-dev
	cc -Wall -Wextra -Werror -O1 -o .build/ics_libical Tests/Tools/Calendars/ics_libical.c -lical
	c++ -Wall -Wextra -Werror -O1 -fPIC -o .build/ics_kde $(KDE) Tests/Tools/Calendars/ics_kde.cpp -lKF5CalendarCore -lQt5Core
	.build/ics-venv/bin/python Tests/Tools/Calendars/ics_check.py --binary $(TICKLER) --libical .build/ics_libical --kde .build/ics_kde --seed $(SEED)

# "--quick" for what CI has time for.
REPORT ?=

report-check: build .build/report-venv ## Drive Chromium over the pages: filters, layout, hostile data, accessibility
	./.ci/setup chromium
	.build/report-venv/bin/python Tests/Tools/report_check.py --binary $(TICKLER) $(REPORT)
	.build/report-venv/bin/python Tests/Tools/report_layout.py --binary $(TICKLER) $(REPORT)
	.build/report-venv/bin/python Tests/Tools/site_check.py --binary $(TICKLER) $(REPORT)

# Drive Chromium over the site of a million accounts; SITE="--work /dev/shm" for files in memory (5 GB)
site-check: build .build/report-venv
	./.ci/setup chromium
	.build/report-venv/bin/python Tests/Tools/site_check.py --binary $(TICKLER) --accounts 1000000 $(SITE)

# Options for Tests/Tools/Hostile/hostile.py: HOSTILE="--work /dev/shm" tries faults on a file system in memory, "--quick" takes a part of each,
# "--only growth,limits" some parts.
HOSTILE ?=
# Seconds that libFuzzer has for each reader, and its options: make fuzzers TIME=600 FUZZERS="--only json,toml --keep"
TIME ?= 60
FUZZERS ?=

hostile: build ## Try hostile inputs and failing machines: faults, growth, limits, values (20 minutes)
	./.ci/setup binutils python3 strace valgrind
	python3 Tests/Tools/Hostile/hostile.py --binary $(TICKLER) $(HOSTILE)

# The compiler's own libFuzzer without its main function: the program chooses a reader by itself.
FUZZER_RUNTIME = $(shell $(dir $(realpath $(shell command -v $(SWIFT))))clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer_no_main-$(shell uname -m).a

# Run libFuzzer over every reader for TIME seconds each, with the address sanitizer
fuzzers: build
	$(SWIFT) build -c release --package-path Tests/Fuzzing --scratch-path .build/fuzzing -Xlinker $(FUZZER_RUNTIME)
	python3 Tests/Tools/fuzzers.py --binary $(TICKLER) --time $(TIME) $(FUZZERS)

# Run the commands with several tasks under the thread sanitizer
tsan:
	$(SWIFT) build --sanitize=thread --scratch-path .build/tsan --product tickler
	python3 Tests/Tools/thread_check.py --binary .build/tsan/debug/tickler

bench: bench-units bench-runs ## Measure inner loops and whole runs, beside other libraries

# Measure the inner loops, beside Foundation and python-dateutil
bench-units: setup workload .build/fuzz-venv
	cd Benchmarks && $(SWIFT) package --disable-sandbox benchmark --no-progress --format jmh --path ../.build/units
	.build/fuzz-venv/bin/python Benchmarks/runs/units.py .build/units/Current_run.jmh.json

# Make the export that the inner loops are measured with, 200 accounts of W, in .build/workload
workload:
	mkdir -p .build/workload
	python3 Benchmarks/runs/workload/gen.py 200 .build/workload/w200.json
	for format in ndjson json xml; do \
	  python3 Benchmarks/runs/workload/to_export.py .build/workload/w200.json .build/workload/w.$$format || exit 1; done

# Build the benchmarks
bench-build:
	cd Benchmarks && $(SWIFT) build --disable-sandbox

# Measure whole runs beside other libraries; BENCH="--quick" for a minute of it
bench-runs: build bench-peers
	$(BENCH_PYTHON) Benchmarks/runs/bench.py $(BENCH)

# The same with 200,000 flat and 1,000,000 accounts
bench-full: build bench-peers
	$(BENCH_PYTHON) Benchmarks/runs/bench.py --full $(BENCH)

# Measure whole runs and growth, and put tables and picture into the pages
bench-docs: build bench-peers
	$(BENCH_PYTHON) Benchmarks/runs/bench.py --full --write-docs $(BENCH)
	$(BENCH_PYTHON) Benchmarks/runs/growth.py --write-docs

# Measure how time and memory grow with accounts, items, days and drops
growth: build
	python3 Benchmarks/runs/growth.py --picture .build/performance-growth.svg

# Count what a kind that a policy declares costs beside a shipped one
declared-cost: build
	python3 Benchmarks/runs/declared.py

# What the programs beside tickler are built from, from Debian and PyPI.
.PHONY: bench-peers
bench-peers: .build/bench-venv
	./.ci/setup g++ golang-go golang-github-teambition-rrule-go-dev libical-dev libsimdjson-dev remind

# Measure how fast other tools' files are read, beside lxml, icalendar and ijson; 3 GB of them
bench-imports: build .build/bench-venv
	$(BENCH_PYTHON) Benchmarks/runs/imports.py $(BENCH)

instructions: build ## Fail if W, 2,000 accounts, takes 5 % more instructions than recorded
	./.ci/setup binutils valgrind
	python3 Benchmarks/runs/instructions.py

# Print the instructions of W and of W with all outputs, beside the record
instructions-outputs: build
	./.ci/setup binutils valgrind
	python3 Benchmarks/runs/instructions.py --outputs

# Record the instructions of W and of W with all outputs
instructions-record: build
	./.ci/setup binutils valgrind
	python3 Benchmarks/runs/instructions.py --record

# Each random check takes options: make fuzz FUZZ="--documents 400 --seed 7". The defaults are what CI has time for.
RUN_FUZZ = ./.ci/setup python3 && python3 Tests/Tools/fuzz.py --binary $(TICKLER) --zoneinfo $(ZONEINFO) --templates templates

fuzz: FUZZ ?= --documents 40
fuzz: build ## Plan random exports, and compare with the independent oracle of Tests/Oracle
	$(RUN_FUZZ) --what cases
	$(RUN_FUZZ) --what contract $(FUZZ)

crowding-check: FUZZ ?= --documents 40
# Compare quiet hours by rules, digests, caps and gaps with the oracle
crowding-check: build
	$(RUN_FUZZ) --what crowding $(FUZZ)

shift-check: FUZZ ?= --documents 60
# Compare due dates on weekends and holidays with the oracle
shift-check: build
	$(RUN_FUZZ) --what shift $(FUZZ)

declared-fuzz: FUZZ ?= --documents 30
declared-fuzz: build ## Plan random policies with kinds of their own, and compare with the oracle
	$(RUN_FUZZ) --what declared $(FUZZ)

commands-fuzz: FUZZ ?= --documents 6 --accounts 4
commands-fuzz: build ## Compare the commands with each other, over random exports
	$(RUN_FUZZ) --what commands --zoneinfo Tests/Zoneinfo/2026f --older Tests/Zoneinfo/2025b $(FUZZ)
	python3 Tests/Tools/changes_check.py --binary $(TICKLER) --zoneinfo Tests/Zoneinfo/2026f --templates templates --export inputs/examples/personal.json
	$(RUN_FUZZ) --what rehearsal --zoneinfo Tests/Zoneinfo/2026f --older Tests/Zoneinfo/2025b $(FUZZ)

# make nights NIGHTS="--nights 6 --accounts 100": what CI has time for.
NIGHTS ?=

nights: FUZZ ?= --documents 12
nights: build ## Plan thirty nights for 2,000 simulated phones, and nights of random policies
	$(RUN_FUZZ) --what nights $(FUZZ)
	python3 Tests/Tools/nights.py --binary $(TICKLER) --zoneinfo $(ZONEINFO) $(NIGHTS)

# Try the alerts of deploy/prometheus on thirty nights' metrics, with promtool
alerts-check: build
	./.ci/setup python3 prometheus
	python3 Tests/Tools/alerts.py --binary $(TICKLER)

# Plan in parts with GNU parallel and Slurm's scripts, and compare with one run
test-parts: build
	./.ci/setup parallel
	python3 Tests/Tools/parts_check.py --binary $(TICKLER) --only again,parallel,slurm

# Plan on a local Spark cluster, and while an executor is killed, and compare with one run (PyPI pyspark)
test-spark: build .build/spark-venv
	./.ci/setup openjdk-17-jdk-headless zstd
	.build/spark-venv/bin/python Tests/Tools/parts_check.py --binary $(TICKLER) --only spark,flat,kill,join

redaction-check: FUZZ ?= --documents 4
redaction-check: build ## Search the outputs of --redact for ids and texts, over random exports
	python3 Tests/Tools/redaction.py --binary $(TICKLER) --zoneinfo Tests/Zoneinfo/2026f --older Tests/Zoneinfo/2025b \
	  --templates templates $(FUZZ)

# Check which files the commands open, with strace
trace-check: build
	./.ci/setup strace
	python3 Tests/Tools/trace_check.py --binary $(TICKLER)

# "--debug" leaves the size out, and takes half the time.
ON_DEVICE ?=

# Build and run Examples/OnDevice from a git address, and check its size
on-device:
	Tests/Tools/on_device.sh $(ON_DEVICE)

# Compile the planner's library for the oldest Mac that Package.swift names, by the interface of Swift's library
apple-check:
	python3 Tests/Tools/apple_check.py

# Compile Examples/Android, and compare what its phone shows with the plan
kotlin-check: build
	./.ci/setup kotlin libandroid-json-org-java
	python3 Tests/Tools/kotlin_check.py --binary $(TICKLER)

docs: setup ## Build the library's documentation into .build/docs/site
	TICKLER_DOCS=1 $(SWIFT) package --scratch-path .build/docs --allow-writing-to-directory .build/docs generate-documentation \
	  --target TicklerKit --target CivilTime --enable-experimental-combined-documentation --warnings-as-errors \
	  --transform-for-static-hosting --output-path .build/docs/site

lint: ## Check the layout of the sources
	$(SWIFT) format lint --strict --recursive --configuration .swift-format Package.swift Sources Tests \
	  Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources Examples

end-to-end: build ## Plan the examples twice, compare the bytes, and plan from an installed program
	NOW=$(NOW) ZONEINFO=$(ZONEINFO) ./.ci/end-to-end $(TICKLER)

# Check that the patches of Tests/Touch apply, and touch no more files than recorded
touch-check:
	./.ci/setup git python3
	python3 Tests/Touch/touch.py check

# The patches to try, all without it: make touch TOUCH="kind gate"
TOUCH ?=

# Build and test each patch of Tests/Touch, a small feature, in a clone of HEAD (an hour)
touch: setup
	./.ci/setup git python3
	python3 Tests/Touch/touch.py run $(TOUCH)

# The longest first: two run at a time. What takes long and seldom finds anything is in `nightly`.
ci: ## Run what a change has to pass; make -j2 --output-sync=target ci
ci: export TICKLER_STRICT = 1
ci: HOSTILE = --quick --only faults,limits,values,texts,folders
ci: NIGHTS = --nights 6 --accounts 100
ci: REPORT = --quick
ci: TESTS = .build/tests
ci: build test-build report-check test hostile ics-check commands-fuzz nights alerts-check fuzz test-parts declared-fuzz shift-check crowding-check \
  redaction-check trace-check schema-check format-check deploy-check optimized-check instructions end-to-end \
  touch-check lint

nightly: export TICKLER_SWEEP = 1
nightly: test nights report-check on-device apple-check kotlin-check bench-build mustache-check zone-check recurrence-check hostile tsan fuzzers test-spark touch ## Run the checks that take longer than ci

install: build ## Install under PREFIX: program, templates, manual pages, completions, examples
	./.ci/setup binutils python3
	deploy/install $(TICKLER) $(PREFIX) $(DESTDIR)

uninstall: ## Remove what `make install` put under PREFIX
	deploy/uninstall $(PREFIX) $(DESTDIR)

# Have man, shells, cron's environment and systemd read what deploy/ installs
deploy-check: build
	./.ci/setup binutils python3 mandoc zsh fish systemd logrotate strace
	Tests/Tools/deploy_check.sh $(TICKLER)

# Where packages go.
DIST ?= .build/dist

deb: build ## Build the Debian package into DIST, and have lintian read it
	./.ci/setup binutils python3 dpkg-dev lintian
	mkdir -p $(DIST)
	rm -f $(DIST)/tickler_*.deb
	deploy/debian/build $(TICKLER) $(DIST)
	lintian --allow-root --fail-on error,warning $(DIST)/tickler_*.deb

# Install the package into a fresh Debian without Swift, and run it there (as root)
deb-check: deb
	./.ci/setup debootstrap
	deploy/debian/check $(DIST)/tickler_*.deb $(TICKLER)

tarball: build ## Pack the program, which needs the C library alone, with all that belongs to it, into DIST
	./.ci/setup binutils python3
	deploy/tarball $(TICKLER) $(DIST)

# The program that builds images: docker, podman or buildah.
DOCKER ?= $(firstword $(shell command -v docker podman buildah) docker)

container: ## Build the image tickler by deploy/Containerfile, and run it on the examples
	$(DOCKER) build --file deploy/Containerfile --tag tickler .
	$(DOCKER) run --rm --volume "$(CURDIR)/inputs:/work/inputs:ro" tickler check inputs $(ACCEPT_REJECTED)

release-check: build ## Compare version, CHANGELOG, tag and tree, and pass CI
	./.ci/release $(RELEASE)

# --quick leaves out CI.
RELEASE ?=

clean: ## Remove what was built and what was planned
	rm -rf .build
	find reports -mindepth 1 -not -name .gitkeep -delete

# The targets below a heading of HELP are listed; `.ci`, nightly and the pages of docs/ name the others.
define HELP
Plan the examples: all plan pdf verify check-inputs
Before a commit: check test fuzz lint end-to-end
Compare with other programs: ics-check import-check report-check declared-fuzz commands-fuzz nights schema-check redaction-check hostile
Measure: bench instructions
Install and release: install docs pictures deb tarball container release-check
The rest: ci nightly clean help
endef
export HELP

help: ## List the targets that people use
	@echo "$$HELP" | while IFS=: read -r heading targets; do \
	  printf '\n%s\n' "$$heading"; \
	  for target in $$targets; do \
	    awk -F ':.*## ' -v name="$$target" '$$1 == name { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST); done; done
