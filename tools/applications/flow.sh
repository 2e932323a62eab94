# flow.sh: which races matter: a session that changes settings and saves files, recorded
# with data flow. Part of tools/real.
#
# A recipe that has one says which: flow_session, its session's script.

ranked() {
	[ -n "${flow_session:-}" ] && return
	echo "tools/real: no session for --flow in the recipe of $app" >&2
	exit 2
}

# table REPORT: races by rank, of those that are reported, and what was filtered.
table() {
	python=$(command -v python3) || { echo "tools/real: python3 counts the races" >&2; exit 2; }
	"$python" - "$1" <<'END'
import collections, json, sys
races = [r for r in json.load(open(sys.argv[1]))["races"] if r.get("matters")]
ranks = ["data", "last-writer", "control", "accumulating", "order-only", "same-value", "benign"]
reported, filtered = collections.Counter(), collections.Counter()
for r in races:
    (filtered if r["filtered"] else reported)[r["matters"]["rank"]] += 1
print("| rank | reported | filtered |\n| --- | --- | --- |")
for rank in ranks:
    if reported[rank] or filtered[rank]:
        print("| `%s` | %d | %d |" % (rank, reported[rank], filtered[rank]))
harmful = sum(reported[r] for r in ranks[:3])
print("harmful %d, other %d" % (harmful, sum(reported.values()) - harmful))
print("the first five:")
worst = sorted((r for r in races if not r["filtered"]), key=lambda r: ranks.index(r["matters"]["rank"]))
for r in worst[:5]:
    print("  %s  %s  %s" % (r["id"], r["matters"]["rank"], r["matters"].get("sink", "")))
END
}

# flow_table [RUNS]: the table of each of so many recordings.
flow_table() {
	script=$top/samples/session/$flow_session.txt trace=$here/out/flow.srt trace_options=--flow
	for i in $(seq "${1:-1}"); do
		echo "session with data flow: $(session flow)"
		ls -l "$trace" | awk '{ print "trace: " $5 " bytes" }'
		status=0
		bin/sparseracer analyze --races read-write --all --json "$trace" >"$here/flow.json" || status=$?
		[ "$status" -le 1 ] || exit "$status"
		table "$here/flow.json"
	done
	echo "the whole report: bin/sparseracer analyze --races read-write $trace"
}
