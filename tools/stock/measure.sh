# measure.sh: one application, plainly and recorded with the same input, then analyzed
# and confirmed. Part of tools/real-stock.

# random_script SEED INPUTS: bursts of random input; between them dialogs are opened by
# their usual keys and menus by the right button, left again, and what is in front of
# the main window is closed. The same for the same seed.
random_script() {
	awk -v seed="$1" -v inputs="$2" 'BEGIN {
		srand(seed)
		split("Ctrl+O Ctrl+P Ctrl+F Ctrl+S Ctrl+N F1 F2 Ctrl+Shift+,", keys, " ")
		print "wait 3000"
		for (burst = 0; burst * 20 < inputs; burst++) {
			print "monkey", seed * 1000 + burst, 20, 60
			print "key Escape\nwait 200\nkey Escape\nwait 200"
			if (burst % 2) printf "context %d %d\nwait 500\n", 20 + int(rand() * 60), 20 + int(rand() * 60)
			else printf "key %s\nwait 900\n", keys[1 + int(rand() * 8)]
			print burst % 3 ? "key Escape\nwait 300" : "dismiss\nwait 500"
		}
		print "key Escape\nwait 300\nkey Escape\nwait 300\ndismiss\nwait 500\nclosemain\nwait 1500\ndismiss\nwait 500\nquit"
	}'
}

heading() {
	echo "| program | status: plain, recorded | output | loops | held | predicted | proved | seconds of CPU: plain, recorded | wall |"
	echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
}

# What the two said must be the same, but for the recorder's summary and for what
# differs from run to run: process numbers, addresses, times.
compare_output() {
	for kind in plain recorded; do
		sed 's/\[[0-9][0-9:\/.]*/[PID/g; s/pid=[0-9]*/pid=PID/g; s/0x[0-9a-f]*/ADDRESS/g' "$here/$kind.said" |
			grep -v -e '\.srt' -e '^[0-9]* operations' -e '^operations, ' -e '^events, ' -e '^[0-9]* events, ' \
				-e '^warning: .* lost while recording' -e '^next: sparseracer' >"$here/$kind.own" || true
	done
	if diff "$here/plain.own" "$here/recorded.own" >"$here/output.diff"; then
		echo "the same, $(wc -l <"$here/plain.own") lines"
		return
	fi
	# How often a line comes depends on where a click landed; which lines do, less so.
	for kind in plain recorded; do
		sort -u "$here/$kind.own" >"$here/$kind.lines"
	done
	echo "lines of their own: $(comm -23 "$here/plain.lines" "$here/recorded.lines" | wc -l) plain," \
		"$(comm -13 "$here/plain.lines" "$here/recorded.lines" | wc -l) recorded"
}

cpu() { awk '{ printf "%.2f", $1 + $2 }' "$here/$1.cost"; }
wall() { awk '{ printf "%.1f", $3 }' "$here/$1.cost"; }

# What it cost to look at the frames, at each pause of a handler.
scans() {
	[ -s "$here/scans" ] || return 0
	sort -n "$here/scans" | awk '{ us[NR] = $1 / 1000; frames[NR] = $2; all += $1 / 1000 }
		END { printf "  scans: %d, median %.0f us, %.0f to %.0f, together %.1f ms\n", NR, us[int((NR + 1) / 2)], us[1], us[NR], all / 1000 }'
}

# steer: each race RUNS times, every time in a fresh home; the verdicts are gathered
# in one folder. WAIT is how many seconds a steered run may take.
steer() {
	: >"$here/verdicts"
	for id in $(grep -o '^[a-z-]* [0-9a-f]\{12\} (' "$here/report" | awk '{ print $2 }'); do
		for run in $(seq "${RUNS:-2}"); do
			limit=$((${WAIT:-150} + 50)) in_session confirm "$top/bin/sparseracer" confirm --whole --timeout "${WAIT:-150}s" --race "$id" \
				-o "$here/schedules-$run" "$trace" -- "$@" || true
			sed 's/^/    /' "$here/confirm.said" >>"$here/verdicts"
		done
	done
}

measure() {
	trace=$here/$app.srt
	build_player "$(command -v "$1")"
	play="env LD_PRELOAD=$player"
	in_session plain $play "$@" && plain=0 || plain=$?
	in_session recorded $play SPARSERACER_OPTIONS="stock_times='$here/scans'" "$top/bin/sparseracer" record --stock -o "$trace" -- "$@" && recorded=0 || recorded=$?
	bin/sparseracer convert "$trace" "$here/trace.txt" >/dev/null 2>&1
	bin/sparseracer analyze --limit 0 "$trace" >"$here/report" && status=0 || status=$?
	[ "$status" -le 1 ] || exit "$status"
	steer "$@"
	proved=$(grep -o '^ *race [0-9a-f]*: confirmed' "$here/verdicts" | sort -u | wc -l)
	echo "| $app $(dpkg-query -W -f '${Version}' "$app" | sed 's/^[0-9]*://; s/[-+].*//') | $plain, $recorded | $(compare_output)" \
		"| $(grep -c '^pause(e' "$here/trace.txt") | $(grep -c '^hold(' "$here/trace.txt")" \
		"| $(grep -c '^[a-z-]* [0-9a-f]\{12\} (' "$here/report") | $proved" \
		"| $(cpu plain), $(cpu recorded) | $(wall plain), $(wall recorded) |"
	scans
	sed -n 's/^ *\(race [0-9a-f]* *:.*\)/  \1/p' "$here/verdicts"
}
