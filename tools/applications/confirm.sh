# confirm.sh: a race that a harmless session predicts, confirmed on an AddressSanitizer
# build and replayed. Part of tools/real.
#
# A recipe that has one says which: race_session, its session's script; race, the id;
# prepare_race, what the home needs. Without a race's id all that are predicted are tried.

confirmable() {
	[ -n "${race_session:-}" ] && return
	echo "tools/real: no session for --confirm in the recipe of $app" >&2
	exit 2
}

# steered CMD...: in a fresh home on a D-Bus of its own, as a session, but nobody plays.
steered() {
	home=$(mktemp -d)
	mkdir -m 700 "$home/run"
	(
		prepare_race "$home"
		environment "$here/asan-prefix"
		unset SESSION_SCRIPT
		cd "$home"
		dbus-run-session -- "$@" 2>"$here/steered.bus"
	) && code=0 || code=$?
	rm -rf "$home"
	return $code
}

# confirm_race RUNS
confirm_race() {
	trace=$here/out/$app-race.srt schedules=$here/out/schedules
	script=$top/samples/session/$race_session
	prepare() { prepare_race "$1"; }
	rm -rf "$schedules"
	echo "the session: exit status; wall, user and system seconds"
	echo "  recorded $(session recorded)"
	bin/sparseracer analyze "$trace" --limit 1 | sed -n '1,/^$/p'
	steered "$top/bin/sparseracer" confirm "$trace" ${race:+--race "$race"} -o "$schedules" --jobs "${JOBS:-1}" \
		--timeout 110s -- "$here/asan-prefix/$program" $arguments || [ $? = 1 ]
	for schedule in "$schedules"/*.schedule.json; do
		[ -e "$schedule" ] || { echo "nothing was confirmed"; exit 1; }
		steered "$top/bin/sparseracer" replay "$schedule" --runs "$1" --jobs "${JOBS:-1}" --timeout 110s -- \
			"$here/asan-prefix/$program" $arguments | tail -1
	done
}
