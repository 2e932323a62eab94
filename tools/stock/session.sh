# session.sh: one session of an installed program, apart from the user's desktop and
# settings: a home of its own that holds a few documents, a screen (Xvfb) and a D-Bus
# that end with it. Part of tools/real-stock.
#
# Programs show what they find: the home has the same name and its files the same
# dates in every session, or what was clicked in one is not there in the next. All but
# the home is read-only and there is no network, for a random player may write
# wherever a file dialog leads.

fixed_home=/tmp/home

# What the programs are given to look at.
fill() {
	mkdir -m 700 "$1/.run"
	seq 200 | sed 's/.*/# Chapter &\n\nSome words about the matter of chapter &.\n/' >"$1/notes.md"
	cp "$1/notes.md" "$1/notes.txt"
	cp "$top/docs/serve-race.png" "$1/picture.png"
	find "$1" -type f -exec touch -d '2024-02-03 04:05:06' {} +
	tar -C "$1" -cf - notes.md notes.txt | gzip -n >"$1/notes.tar.gz"
	touch -d '2024-02-03 04:05:06' "$1/notes.tar.gz" "$1"
}

screen() {
	rm -f "$here/display"
	Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -noreset 3>"$here/display" 2>"$here/xvfb" &
	xvfb=$!
	for _ in $(seq 300); do
		[ ! -s "$here/display" ] || return 0
		sleep 0.1
	done
	echo "tools/real-stock: Xvfb does not start, see $here/xvfb" >&2
	exit 1
}

# in_session WHAT COMMAND…: what it says stays in WHAT.said, its user, system and wall
# seconds in WHAT.cost; the exit status is the command's, 124 if it had to be ended.
in_session() {
	what=$1
	shift
	home=$(mktemp -d)
	fill "$home"
	screen
	env -i PATH="$PATH" LC_ALL=C.UTF-8 HOME=$fixed_home XDG_RUNTIME_DIR=$fixed_home/.run QT_QPA_PLATFORM=xcb \
		DISPLAY=":$(cat "$here/display")" SESSION_SCRIPT="$script" \
		bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --ro-bind /tmp/.X11-unix /tmp/.X11-unix \
		--bind "$home" $fixed_home --ro-bind "$top" "$top" --ro-bind "$cache" "$cache" --bind "$here" "$here" \
		--unshare-pid --unshare-net --die-with-parent --chdir $fixed_home \
		timeout -k 20 "${limit:-300}" dbus-run-session -- bash -c \
		'TIMEFORMAT="%U %S %R"; out=$1; shift; { time "$@" >"$out.said" 2>&1; } 2>"$out.cost"' \
		session "$here/$what" "$@" 2>"$here/$what.bus" && status=0 || status=$?
	kill "$xvfb" 2>/dev/null || true
	wait "$xvfb" 2>/dev/null || true
	rm -rf "$home"
	return $status
}
