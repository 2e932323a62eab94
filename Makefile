# make            builds bin/ and lib/
# make test       all tests; ends with "N passed, N failed"
# make demo       the main job on a real Qt program, ending with a confirmed race
# make real       TeXworks (APP=konsole, APP=okular), built unmodified, recorded, analyzed
# make real-stock  okular and kwrite as installed, in a sandbox: recorded, analyzed, proved
# make bench      benchmarks
# make install PREFIX=/usr/local   programs, libraries, man pages, completions, docs
# make deb        a Debian package, build/sparseracer_*.deb
.PHONY: all build packages test demo real real-stock bench handbook install deb clean generate

PREFIX ?= /usr/local
GOTAGS := -tags=llvm19

all: build

build: packages
	CGO_ENABLED=0 go build -o bin/sparseracer ./cmd/sparseracer
	CGO_ENABLED=0 go build -o bin/sparse-cc ./cmd/sparse-cc
	go build $(GOTAGS) -o lib/sparse-instrument ./cmd/sparse-instrument
	ln -sf sparse-cc bin/sparse-c++
	cmake -S . -B build/native -DCMAKE_LIBRARY_OUTPUT_DIRECTORY=$(CURDIR)/lib >build/cmake.log 2>&1 || { cat build/cmake.log; exit 1; }
	cmake --build build/native --parallel 2 >build/native.log 2>&1 || { cat build/native.log; exit 1; }

packages:
	@mkdir -p build
	@tools/install-packages

generate:
	go generate ./...

# -count=1: recorded programs and installed libraries are inputs that Go's test
# cache does not see.
# test also wants a patched QtCore of each Qt, built once into the user's cache: some
# minutes the first time, which CI can save by keeping ~/.cache/sparseracer/qt.
test: build
	@bin/sparseracer qt build --qt 5 >build/qt-build.log || [ -z "$$CI" ]
	@bin/sparseracer qt build --qt 6 >>build/qt-build.log || [ -z "$$CI" ]
	@go vet $(GOTAGS) ./...
	@go test $(GOTAGS) -count=1 -timeout 30m -json ./... | go run ./tools/countests go test $(GOTAGS) -count=1 -timeout 30m

demo: build
	tools/demo

real: build
	tools/real $(APP)

real-stock: build
	tools/real-stock $(APP)

bench: build
	go run ./tracelib/bench/recording
	go run ./tracelib/bench/recording -flow -rounds 3
	go run ./qtpatch/bench/posts
	go run ./stocklib/bench/heap
	go run ./sparsehb/bench kate
	go run ./sparsehb/bench growth
	go run ./sparsehb/bench paper
	go run ./sparsehb/bench connect -max 1000000
	go test ./sparsehb -count=1 -run TestGrowth -growth 1000000 -timeout 1h -v
	go test $(GOTAGS) -run=NONE -bench=. ./...

# Man pages and completions, from the source of --help.
handbook:
	@rm -rf build/share
	@go run -tags man ./cmd/sparseracer handbook build/share
	@cp docs/man/*.1 build/share/man/man1/
	@ln -sf sparse-cc.1 build/share/man/man1/sparse-c++.1

install: build handbook
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/sparseracer $(DESTDIR)$(PREFIX)/include/sparserec
	install bin/sparseracer bin/sparse-cc $(DESTDIR)$(PREFIX)/bin
	ln -sf sparse-cc $(DESTDIR)$(PREFIX)/bin/sparse-c++
	install -m 644 lib/*.so $(DESTDIR)$(PREFIX)/lib/sparseracer
	install lib/sparse-instrument $(DESTDIR)$(PREFIX)/lib/sparseracer
	install -m 644 tracelib/include/sparserec/sparserec.h $(DESTDIR)$(PREFIX)/include/sparserec
	install -d $(DESTDIR)$(PREFIX)/share/doc/sparseracer/figures
	cp -a build/share/. $(DESTDIR)$(PREFIX)/share
	install -m 644 README.md CHANGELOG.md LICENSE docs/*.md $(DESTDIR)$(PREFIX)/share/doc/sparseracer
	install -m 644 docs/figures/*.md $(DESTDIR)$(PREFIX)/share/doc/sparseracer/figures

deb: build
	tools/deb/build

clean:
	rm -rf bin lib build
