# soak.sh: random input for a long time, a plain and a recorded build beside each
# other with the same seed. Part of tools/real.
#
# A monkey opens file dialogs and presses keys in them: it runs in a sandbox in
# which everything but its home is read-only and there is no network.

# rss PROGRAM: resident KiB of the process that runs it, 0 when there is none.
rss() {
	for exe in /proc/[0-9]*/exe; do
		[ "$(readlink "$exe" 2>/dev/null)" = "$1" ] || continue
		awk '/^VmRSS/ { print $2; found = 1 } END { if (!found) print 0 }' "${exe%exe}status" 2>/dev/null && return
	done
	echo 0
}

# One monkey's run of a build: its exit status into KIND.soak. A run that does not
# end by itself is a hang: it is ended, and the status is 124.
monkey() {
	sandbox="timeout -k 20 $(($2 * 90 + 120)) bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --unshare-pid --unshare-net --die-with-parent"
	session "$1" >"$here/$1.soak" || true
}

# soak MINUTES SEED
soak() {
	left=$1 seed=$2
	command -v bwrap >/dev/null || { echo "tools/real: --soak needs bubblewrap" >&2; exit 2; }
	trace_options="--max-size 8G"
	script=$here/soak.txt
	while [ "$left" -gt 0 ]; do
		printf 'wait 4000\nmonkey %d %d 50\nwait 1000\nquit\n' "$seed" $((left * 1200)) >"$script"
		began=$(date +%s)
		monkey plain "$left" & plain=$!
		monkey recorded "$left" & recorded=$!
		echo "seed $seed, $left minutes: seconds, resident KiB plain and recorded, trace bytes"
		while kill -0 $plain 2>/dev/null || kill -0 $recorded 2>/dev/null; do
			sleep 20
			echo "  $(($(date +%s) - began)) $(rss "$here/plain-prefix/$program") $(rss "$here/recorded-prefix/$program") $(stat -c %s "$trace" 2>/dev/null || echo 0)"
		done
		wait
		echo "seed $seed ended: exit status; wall, user and system seconds"
		echo "  plain    $(cat "$here/plain.soak")"
		echo "  recorded $(cat "$here/recorded.soak")"
		left=$((left - ($(date +%s) - began) / 60)) seed=$((seed + 1))
	done
	bin/sparseracer check "$trace"
	# Warnings that only the recorded run gave.
	compare_output >/dev/null
	grep '^>' "$here/output.diff" | sort -u || true
}
