# play.sh: one session of a build in a fresh home on a D-Bus of its own. Part of
# tools/real.

# What a session sees of the machine: nothing of the user's desktop or settings.
environment() {
	prefix=$1 libraries=$1/lib/x86_64-linux-gnu
	export HOME="$home" XDG_RUNTIME_DIR="$home/run" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen
	export QT_PLUGIN_PATH="$libraries/plugins:$libraries/qt5/plugins:$prefix/lib/plugins"
	export LD_LIBRARY_PATH="$libraries:$prefix/lib" XDG_DATA_DIRS="$prefix/share:/usr/share"
	export SESSION_SCRIPT="${script:-$top/samples/session/$app.txt}"
	unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME
}

# session KIND: prints the exit status, then wall, user and system seconds; what the
# program said stays in KIND.output. With `sandbox` set, that command goes in front.
session() {
	kind=$1
	home=$(mktemp -d)
	mkdir -m 700 "$home/run"
	(
		prepare "$home"
		build=$kind
		[ "$kind" != counted ] || build=recorded
		environment "$here/$build-prefix"
		cd "$home"
		set -- env LD_PRELOAD="$player"
		[ "$kind" != counted ] || set -- env LD_PRELOAD="$player:$here/count/libsparserec.so" SPARSE_COUNT="$here/out/count"
		[ "$kind" != recorded ] && [ "$kind" != flow ] || set -- "$@" "$top/bin/sparseracer" record ${trace_options:-} -o "$trace" --
		set -- "$@" "$here/$build-prefix/$program" $arguments
		${sandbox:+$sandbox --bind "$home" "$home" --bind "$here/out" "$here/out"} dbus-run-session -- \
			bash -c 'TIMEFORMAT="%R %U %S"
				if [ "$0" = flow ]; then # a pipe: what it says is not what it saves
					time "$@" > >(cat >session.output) 2>&1
				else
					time "$@" >session.output 2>&1
				fi
				echo $?' "$kind" "$@" \
			2>"$here/$kind.bus" | tr '\n' ' '
		tail -1 "$here/$kind.bus"
	) || true
	# Process numbers, line numbers of the bus and the home's name differ from run to run.
	sed "s,$home,HOME,g; s/\[[0-9]*\]/[PID]/g; s/pid=[0-9]*/pid=PID/g" "$home/session.output" >"$here/$kind.output"
	rm -rf "$home"
}

# count: how many accesses the recorded build makes, by a library in the recorder's
# place that has no filter.
count() {
	mkdir -p "$here/count"
	cc -std=c11 -O2 -DCOUNT -shared -fPIC -fvisibility=hidden -Wl,-soname,libsparserec.so \
		-o "$here/count/libsparserec.so" tracelib/bench/noop.c tracelib/src/slow_x86_64.S
	rm -f "$here/out/count"
	echo "  counted  $(session counted)"
	echo "accesses before the filter: $(cat "$here/out/count")"
}

# What the two said must be the same, but for the recorder's summary.
compare_output() {
	grep -v -e "^$trace" -e '^[0-9]* operations, ' -e '^operations, ' -e '^events, ' -e '^next: sparseracer' "$here/recorded.output" >"$here/recorded.said"
	if diff "$here/plain.output" "$here/recorded.said" >"$here/output.diff"; then
		echo "output: the same, $(wc -l <"$here/plain.output") lines"
	else
		echo "output differs, plain < > recorded:"
		cat "$here/output.diff"
	fi
}
