# fedltr: `make run` and `make test` do all the set-up themselves.
BUILD ?= build
JOBS  ?= 2

.PHONY: run program test check fuzz simulate bench docs docs-lists python deb setup build \
        gallery web bundle wheel arm64 clean

# With FEDLTR_PREBUILT, an archive of `make bundle` of this very commit, nothing is built.
run:
	@if [ -n "$(FEDLTR_PREBUILT)" ] && \
	    scripts/prebuilt.sh "$(FEDLTR_PREBUILT)" $(BUILD)-prebuilt; then \
	  $(BUILD)-prebuilt/bin/fedltr run scenarios/quickstart.ini --force; \
	else \
	  $(MAKE) --no-print-directory program && \
	  $(BUILD)/fedltr run scenarios/quickstart.ini --force; \
	fi

test: build
	@scripts/test.sh $(BUILD) -j $(JOBS)

# The program alone, without the tests.
program: $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS) --target fedltr

build: $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS)

$(BUILD)/build.ninja: CMakeLists.txt scripts/setup.sh
	@scripts/setup.sh
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release

setup:
	@scripts/setup.sh

# Format, clang's warnings, one definition of each name, clang-tidy on changed files,
# and the suite under ASan and UBSan.
check:
	@scripts/check.sh

# Fuzzes the readers of files and messages, a minute each, with clang's libFuzzer.
fuzz:
	@scripts/fuzz.sh

# Runs a consortium, then a server and its nodes, on a simulated network with faults:
# SEEDS seeds of the first, a sixth of the second; a consortium, and a server of members,
# with a liar.
SEEDS ?= 100000
simulate: $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS) --target actors_tests
	@FEDLTR_SEEDS=$(SEEDS) $(BUILD)/tests/actors_tests --source-file='*/simulation_test.cpp,*/lying_simulation_test.cpp,*/liars_test.cpp' --no-intro

# The numbers of bench/README.md, also as build-bench/bench.json.
bench:
	@scripts/setup.sh bench
	@cmake -S . -B $(BUILD)-bench -G Ninja -DCMAKE_BUILD_TYPE=Release -DFEDLTR_BENCH=ON -DFEDLTR_TESTS=OFF
	@cmake --build $(BUILD)-bench -j $(JOBS)
	@$(BUILD)-bench/fedltr_bench --benchmark_out=$(BUILD)-bench/bench.json --benchmark_out_format=json

# The reference of the headers: build/docs/html/index.html.
docs:
	@scripts/setup.sh docs
	@mkdir -p build
	@doxygen Doxyfile

# The pages of docs/ that the program prints.
docs-lists: program
	@$(BUILD)/fedltr list --format markdown >docs/methods.md
	@$(BUILD)/fedltr list keys --format markdown >docs/keys.md
	@$(BUILD)/fedltr list output >docs/output.md
	@$(BUILD)/fedltr list figures --format markdown >docs/figures.md

# All figures and tables of the papers, small, on one page: build/gallery/index.html.
gallery: program
	@scripts/gallery.py --fedltr $(BUILD)/fedltr --out $(BUILD)/gallery

# The Python package: PYTHONPATH=build/python python3 -c 'import fedltr'.
python: $(BUILD)/build.ninja
	@scripts/setup.sh python
	@cmake -DFEDLTR_PYTHON=ON $(BUILD) >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target _core

# A page for a browser and a package for node: build-web/fedltr.html, build-web/*.tgz.
web:
	@scripts/web.sh $(BUILD)-web

# An archive of the program and its libraries: build-bundle/*.tar.gz.
bundle: program
	@scripts/bundle.sh $(BUILD) $(BUILD)-bundle

# A wheel of program, libraries and module: build-wheel/*.whl.
wheel: python program
	@scripts/wheel.sh $(BUILD) $(BUILD)-wheel

# Kernels' tests and signatures on arm64, in an emulator.
arm64:
	@scripts/arm64.sh $(BUILD)-arm64 $(BUILD)/fedltr

# Debian's packages: build-deb/*.deb.
deb:
	@scripts/setup.sh deb
	@scripts/deb.sh $(BUILD)-deb

clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-bench $(BUILD)-clang $(BUILD)-odr $(BUILD)-single $(BUILD)-deb \
	  $(BUILD)-web $(BUILD)-bundle $(BUILD)-prebuilt $(BUILD)-wheel $(BUILD)-arm64
