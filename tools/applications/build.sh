# build.sh: one source tree built in several ways, each installed under a prefix of
# its own, so that plugins and data are found as they would be. Part of tools/real.

# What decides what our compilers make of a program, as a hash.
compilers() {
	find cmd/sparse-cc cmd/sparse-instrument llvmpass internal/sites tracelib/include -type f \
		! -name '*_test.go' ! -path '*/testdata/*' | LC_ALL=C sort | xargs cat go.mod | sha256sum | cut -c1-16
}

# build KIND STAMP CC CXX [FLAGS]: made again when the stamp differs.
build() {
	kind=$1 stamp=$2 cc=$3 cxx=$4 flags=${5:-}
	dir=$here/$kind
	# Many projects link with --no-undefined, but clang's sanitizers are in the program alone.
	undefined=${flags:+-Wl,-z,undefs}
	[ "$(cat "$dir.done" 2>/dev/null)" = "$stamp $options" ] && return
	echo "building $app, $kind"
	rm -rf "$dir" "$dir-prefix" "$dir.done"
	cmake -S "$source" -B "$dir" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBUILD_TESTING=OFF -DCMAKE_C_COMPILER="$cc" \
		-DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" \
		-DCMAKE_SHARED_LINKER_FLAGS="$undefined" -DCMAKE_MODULE_LINKER_FLAGS="$undefined" \
		-DCMAKE_INSTALL_PREFIX="$dir-prefix" $options >"$dir.log" 2>&1 &&
		bash -c 'TIMEFORMAT="%U %S"; time nice cmake --build "$1" --parallel 2 >>"$1.log" 2>&1' build "$dir" 2>"$dir.cost" &&
		cmake --install "$dir" >>"$dir.log" 2>&1 ||
		{ tail -50 "$dir.log" >&2; exit 1; }
	echo "  user and system seconds: $(cat "$dir.cost")"
	echo "$stamp $options" >"$dir.done"
}

# build_player PROGRAM: the player for the Qt that a program is linked with, as $player.
build_player() {
	player=libsparseplayer$(ldd "$1" | sed -n 's/.*libQt\([56]\)Core\.so.*/\1/p' | head -1).so
	[ -e "lib/$player" ] || { echo "$1: there is no lib/$player for its Qt" >&2; exit 1; }
	cp "lib/$player" "$cache"
	player=$cache/$player
}
