# make            builds bin/ and lib/
# make test       all tests; ends with "N passed, N failed"
# make demo       the main job on a real Qt program, ending with a confirmed race; the newest Qt, or QT=5
# make real       TeXworks (APP=konsole, APP=okular), built unmodified, recorded, analyzed
# make real-stock  okular and kwrite as installed, in a sandbox: recorded, analyzed, proved
# make nightly    make test and what takes longer; its result is written to docs/figures
# make faults     programs that do what is rare, alone and under each of our modes
# make fuzz       each parser, of Go and of C, with bytes that nobody wrote, FUZZTIME=5m each
# make bench      benchmarks, written to docs/figures
# make install PREFIX=/usr/local   programs, libraries, man pages, completions, docs
# make uninstall PREFIX=/usr/local   removes them
# make deb        a Debian package, build/sparseracer_*.deb
# make release    source, packages and archives with SHA256SUMS in build/release, for this machine's suite or SUITES="bookworm trixie"
.PHONY: all build core packages test faults fuzz nightly demo real real-stock bench handbook install uninstall install-integration deb release clean generate

PREFIX ?= /usr/local
GOTAGS := -tags=llvm19
FIGURES := go run ./tools/figures

all: build

build: core
	CGO_ENABLED=0 go build -tags mcp -o lib/sparse-mcp ./cmd/sparseracer
	CGO_ENABLED=0 go build -tags farm -o lib/sparse-farm ./cmd/sparseracer

# Without the servers of agents and of farms, which the demo does not need.
# The compilers without the commit in them: tests keep what they compile by their content.
core: packages
	CGO_ENABLED=0 go build -o bin/sparseracer ./cmd/sparseracer
	CGO_ENABLED=0 go build -buildvcs=false -o bin/sparse-cc ./cmd/sparse-cc
	go build $(GOTAGS) -buildvcs=false -o lib/sparse-instrument ./cmd/sparse-instrument
	ln -sf sparse-cc bin/sparse-c++
	cmake -S . -B build/native -DCMAKE_LIBRARY_OUTPUT_DIRECTORY=$(CURDIR)/lib >build/cmake.log 2>&1 || { cat build/cmake.log; exit 1; }
	@grep '^sparseracer: ' build/cmake.log || true # what is not built, and why
	cmake --build build/native --parallel 2 >build/native.log 2>&1 || { cat build/native.log; exit 1; }

packages:
	@mkdir -p build
	@tools/install-packages

generate:
	go generate ./...

test: build
	@tools/test

# All of `make test`, with nothing taken from passes before, and what takes longer. Each
# step runs, whether or not those before it passed.
PROGRAMS ?= 20000
EVENTS ?= 1000000
FUZZTIME ?= 5m
SOAK ?= 20
HARD ?= 2000
REAL ?= texworks
SUITES ?= trixie sid
nightly: build
	@$(FIGURES) nightly "The last nightly run" -status -last 12 \
	-- env CROSSCHECK=always SOAK=$(SOAK) tools/test \
	$(SUITES:%=-- tools/suites/whole %) \
	-- tools/arm64 \
	-- tools/install-packages tools/rust.packages \
	-- go test ./faults -count=1 -all -timeout 2h \
	-- go test -tags=llvm19 ./tracelib/test -count=1 -run TestRingKilled -kills 100 \
	-- go test ./internal/spinning -count=1 -run TestSamples -all -timeout 1h \
	-- env CROSSCHECK=reordered go test -tags=llvm19 ./cmd/sparseracer -count=1 -run TestReorderedQt -timeout 2h \
	-- env CROSSCHECK=own go test -tags=llvm19 ./cmd/sparseracer -count=1 -run TestOwnQt -timeout 3h \
	-- go test ./sparsehb ./sparsehb/order ./sparsehb/filter -count=1 -run Schedule -programs $(PROGRAMS) -timeout 3h \
	-- go test ./sparsehb -count=1 -run TestGrowth -growth $(EVENTS) -timeout 1h \
	-- go run ./sparsehb/bench growth \
	-- tools/hard $(HARD) \
	-- go run ./tools/fuzz -time $(FUZZTIME) $(REAL:%=-- tools/real %)

fuzz: build
	@$(FIGURES) fuzzing "Parsers, with bytes that nobody wrote" -markdown -- go run ./tools/fuzz -time $(FUZZTIME)

faults: build
	@tools/install-packages tools/tests.packages
	go test ./faults -count=1 -v

demo: core
	tools/demo

real: build
	tools/real $(APP)

real-stock: build
	tools/real-stock $(APP)

# Each writes its page of docs/figures.
bench: build
	$(FIGURES) recording "What recording costs" -markdown -- go run ./tracelib/bench/recording
	$(FIGURES) one-build "One build for recording and proof, beside a build for each" -markdown -- go run ./tracelib/bench/recording -one -cpu -rounds 3
	$(FIGURES) sets "What recording costs by the size of the working set" -markdown -- go run ./tracelib/bench/recording -sets -rounds 3
	$(FIGURES) building "What compiling costs" -markdown -- go run ./cmd/sparse-cc/bench/building
	$(FIGURES) recording-flow "What recording of data flow costs" -markdown -- go run ./tracelib/bench/recording -flow -rounds 3
	$(FIGURES) posts "What a posted event costs" -markdown -- go run ./qtpatch/bench/posts -- go run ./qtpatch/bench/posts -instructions
	$(FIGURES) heap "What the heap of stock programs costs" -- go run ./stocklib/bench/heap
	$(FIGURES) analysis "What the analysis costs" -markdown -- go run ./sparsehb/bench kate -- go run ./sparsehb/bench growth
	$(FIGURES) races "What many races cost" -markdown -- go run ./sparsehb/bench races
	$(FIGURES) paper "Graphs over blocks and over operations" -markdown -- go run ./sparsehb/bench paper
	$(FIGURES) connect "Other ways to answer whether a comes before b" -markdown -- go run ./sparsehb/bench connect -max 1000000
	$(FIGURES) bounds "What hostile traces cost" -markdown -- go run ./sparsehb/bench hostile
	$(FIGURES) logs "What EventRacer's logs cost" -markdown -- go run ./sparsehb/bench logs
	$(FIGURES) order-growth "Growth of the order with events" -- go test ./sparsehb -count=1 -run TestGrowth -growth 1000000 -timeout 1h -v
	$(FIGURES) benchmarks "Go's benchmarks" -- go test $(GOTAGS) -run=NONE -bench=. ./...

# Man pages and completions, from the source of --help.
handbook:
	@rm -rf build/share
	@go run -tags man ./cmd/sparseracer handbook build/share
	@cp docs/man/*.1 build/share/man/man1/
	@ln -sf sparse-cc.1 build/share/man/man1/sparse-c++.1

install: build handbook install-integration
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/sparseracer $(DESTDIR)$(PREFIX)/include/sparserec
	install bin/sparseracer bin/sparse-cc $(DESTDIR)$(PREFIX)/bin
	ln -sf sparse-cc $(DESTDIR)$(PREFIX)/bin/sparse-c++
	install -m 644 lib/*.so $(DESTDIR)$(PREFIX)/lib/sparseracer
	if [ -e lib/i686 ]; then cp -dR $(addprefix lib/,i686 haswell i386 i486 i586 x86_64 xeon_phi) $(DESTDIR)$(PREFIX)/lib/sparseracer/; fi
	install lib/sparse-instrument lib/sparse-mcp lib/sparse-farm lib/sparse-*-test $(DESTDIR)$(PREFIX)/lib/sparseracer
	install -m 644 tracelib/include/sparserec/sparserec.h $(DESTDIR)$(PREFIX)/include/sparserec
	install -d $(DESTDIR)$(PREFIX)/share/doc/sparseracer/figures
	cp -a build/share/. $(DESTDIR)$(PREFIX)/share
	install -m 644 README.md CHANGELOG.md LICENSE docs/*.md $(DESTDIR)$(PREFIX)/share/doc/sparseracer
	install -m 644 docs/figures/*.md $(DESTDIR)$(PREFIX)/share/doc/sparseracer/figures

# What install put there, and no folder that others may use.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,sparseracer sparse-cc sparse-c++)
	rm -rf $(DESTDIR)$(PREFIX)/lib/sparseracer $(DESTDIR)$(PREFIX)/include/sparserec $(CMAKE_FILES) $(SHARE)/doc/sparseracer $(SHARE)/sparseracer
	rm -f $(SHARE)/man/man1/sparseracer.1 $(SHARE)/man/man1/sparseracer-*.1 $(SHARE)/man/man1/sparse-cc.1 $(SHARE)/man/man1/sparse-c++.1
	rm -f $(SHARE)/bash-completion/completions/sparseracer $(SHARE)/zsh/site-functions/_sparseracer $(SHARE)/fish/vendor_completions.d/sparseracer.fish
	rm -f $(addprefix $(SHARE)/meson/native/,$(notdir $(wildcard integration/meson/*.ini)))

# What CMake, Meson, qmake and CI services find: files alone, nothing is built.
VERSION = $(shell sed -n 's/^const version = "\(.*\)"$$/\1/p' cmd/sparseracer/main.go)
SHARE := $(DESTDIR)$(PREFIX)/share
CMAKE_FILES := $(DESTDIR)$(PREFIX)/lib/cmake/SparseRacer
install-integration:
	install -d $(CMAKE_FILES) $(SHARE)/meson/native $(addprefix $(SHARE)/sparseracer/,qmake/sparseracer schemas ci farm)
	install -m 644 integration/cmake/SparseRacer* $(CMAKE_FILES)
	install integration/cmake/sparse-launch $(CMAKE_FILES)
	cmake -DVERSION=$(VERSION) -DOUT=$(CMAKE_FILES)/SparseRacerConfigVersion.cmake -P integration/cmake/version.cmake
	install -m 644 integration/meson/*.ini $(SHARE)/meson/native
	install -m 644 integration/qmake/sparseracer/qmake.conf $(SHARE)/sparseracer/qmake/sparseracer
	install -m 644 docs/schemas/*.json $(SHARE)/sparseracer/schemas
	install -m 644 integration/ci/*.yml $(SHARE)/sparseracer/ci
	install -m 644 integration/farm/*.yaml $(SHARE)/sparseracer/farm

deb: build
	tools/deb/build

# SUITES has another meaning where nobody sets it: those that `make nightly` tries besides.
release:
	@tools/release/make $(if $(filter command environment,$(firstword $(origin SUITES))),$(SUITES))

clean:
	rm -rf bin lib build
