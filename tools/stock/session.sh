# session.sh: one session of an installed program, apart from the user's desktop and
# settings: a home of its own that holds a few documents, a screen (Xvfb) and a D-Bus
# that end with it. Part of tools/real-stock.

# What the programs are given to look at.
fill() {
	mkdir -m 700 "$1/run"
	seq 200 | sed 's/.*/# Chapter &\n\nSome words about the matter of chapter &.\n/' >"$1/notes.md"
	cp "$1/notes.md" "$1/notes.txt"
	cp "$top/docs/serve-race.png" "$1/picture.png"
	tar -C "$1" -czf "$1/notes.tar.gz" notes.md notes.txt
}

# The random player may write wherever a file dialog leads: all but the home is
# read-only then, and there is no network.
boxed() {
	if [ -z "${sandbox:-}" ]; then
		"$@"
		return
	fi
	bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --ro-bind /tmp/.X11-unix /tmp/.X11-unix \
		--bind "$home" "$home" --bind "$here" "$here" --unshare-pid --unshare-net --die-with-parent "$@"
}

screen() {
	rm -f "$here/display"
	Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$here/display" 2>"$here/xvfb" &
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
	(
		export HOME="$home" XDG_RUNTIME_DIR="$home/run" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=xcb
		export SESSION_SCRIPT="$script" DISPLAY=":$(cat "$here/display")"
		unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XAUTHORITY
		cd "$home"
		boxed timeout -k 20 "${limit:-300}" dbus-run-session -- bash -c \
			'TIMEFORMAT="%U %S %R"; out=$1; shift; { time "$@" >"$out.said" 2>&1; } 2>"$out.cost"' \
			session "$here/$what" "$@" 2>"$here/$what.bus"
	) && status=0 || status=$?
	kill "$xvfb" 2>/dev/null || true
	wait "$xvfb" 2>/dev/null || true
	# Process numbers, addresses and the home's name differ from run to run.
	sed -i "s,$home,HOME,g; s/\[[0-9]*\]/[PID]/g; s/pid=[0-9]*/pid=PID/g; s/0x[0-9a-f]*/ADDRESS/g; s/([0-9]*)\/(/(PID)\/(/" "$here/$what.said"
	rm -rf "$home"
	return $status
}
