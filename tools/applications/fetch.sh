# fetch.sh: Debian's source package of an application, and what it is built from.
# Part of tools/real. The machine's package lists stay as they are: a copy of
# Debian's own, with the sources beside the binaries, is given by options.

apt=$cache/apt
from_source="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$apt/parts
	-o Dir::State::lists=$apt/lists -o Dir::Cache=$apt/cache -o APT::Sandbox::User=root"

package_lists() {
	mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
	for f in /etc/apt/sources.list.d/*.sources; do
		[ -e "$f" ] && grep -q debian-archive-keyring "$f" && sed 's/^Types:.*/Types: deb deb-src/' "$f" >"$apt/parts/$(basename "$f")"
	done
	if [ -s /etc/apt/sources.list ]; then
		sed -n 's/^deb \(.*\)/deb \1\ndeb-src \1/p' /etc/apt/sources.list >"$apt/parts/main.list"
	fi
	$sudo apt-get $from_source update -qq
}

# Unpacks NAME.dsc into a directory, Debian's patches applied. A mirror may lack the
# upstream signature (*.asc), and apt-get then refuses the whole; the files that
# matter are checked here against the .dsc, which apt has checked.
unpack() {
	dsc=$1 into=$2
	files=$(sed -n '/^Checksums-Sha256/,/^Files/s/^ \([0-9a-f]*\) [0-9]* \(.*\)/\1  \2/p' "$dsc" | grep -v '\.asc$')
	(cd "$cache" && echo "$files" | sha256sum --check --quiet) || { echo "tools/real: $dsc: a file is missing or wrong" >&2; exit 2; }
	rm -rf "$into.part" && mkdir -p "$into.part"
	tar -xf "$cache/$(echo "$files" | sed -n 's/.*  \(.*\.orig\.tar.*\)/\1/p')" -C "$into.part" --strip-components=1
	tar -xf "$cache/$(echo "$files" | sed -n 's/.*  \(.*\.debian\.tar.*\)/\1/p')" -C "$into.part"
	if [ -e "$into.part/debian/patches/series" ]; then
		grep -v '^#' "$into.part/debian/patches/series" | while read -r p _; do
			[ -z "$p" ] || patch -s -d "$into.part" -p1 <"$into.part/debian/patches/$p" || exit 2
		done
	fi
	mv "$into.part" "$into"
}

# fetch APP: sets version and source.
fetch() {
	dsc=$(ls "$cache/$1"_*.dsc 2>/dev/null | tail -1 || true)
	if [ -z "$dsc" ] || [ ! -e "$cache/$1.fetched" ] || [ "tools/applications/$1.packages" -nt "$cache/$1.fetched" ]; then
		echo "fetching $1 and what it is built from"
		package_lists
		DEBIAN_FRONTEND=noninteractive $sudo apt-get $from_source install -y -qq --no-install-recommends \
			$(cat "tools/applications/$1.packages") >"$cache/$1-packages.log" 2>&1 ||
			{ tail -20 "$cache/$1-packages.log" >&2; exit 2; }
		(cd "$cache" && apt-get $from_source source -qq --download-only "$1" || true)
		dsc=$(ls "$cache/$1"_*.dsc 2>/dev/null | tail -1)
		touch "$cache/$1.fetched"
	fi
	[ -n "$dsc" ] || { echo "tools/real: no source package of $1" >&2; exit 2; }
	version=$(basename "$dsc" .dsc | sed 's/^[^_]*_//')
	source=$cache/$1-$version/source
	[ -d "$source" ] || { mkdir -p "$cache/$1-$version" && unpack "$dsc" "$source"; }
}
