package selftest

import (
	"strings"

	"sparseracer/internal/trace"
)

// Libuv is hooked by standing before it: the program calls functions of ours.
var Libuv = &Family{
	Name: "libuv", Word: "libuv", program: "sparse-uv-test", facts: libuvFacts,
	names: [][]string{{"libuv.so.1"}},
	run: func(t *test) error {
		return t.each(func() error { return t.mode("drive", "") }, t.late)
	},
}

const uvRun = "uv_run"

// Steps of uvpatch/selftest/drive.c.
const (
	uvTimer = iota
	uvTimerAgain
	uvTimerStops
	uvPhases
	uvPhasesStop
	uvPoll
	uvPollStops
	uvSignals
	uvSignalStops
	uvFilesWatched
	uvFilesForgotten
	uvAsync
	uvSpawn
	uvWork
	uvAsks
	uvConnects
	uvReadsWrites
	uvReadStops
	uvShutsDown
	uvDatagrams
	uvDatagramsStop
	uvTCP
	uvNests
	uvCloses
	uvFiles
	uvReadsFolder
	uvClosesFolder
	uvConnectsAgain
	uvResets
	uvWalks
)

// libuvFacts has a fact for each function that stands before one of libuv's.
func libuvFacts() []fact {
	list := []fact{
		{hook: uvRun, what: "the program's own loop was run", takes: "loops: which one is the program's own, and nested ones", steers: ofLibuv,
			seen: (*recorded).defaultLoop},
		{hook: uvRun, what: "a nested loop was run", takes: "loops: the races that happen in nested ones", steers: ofLibuv,
			seen: func(r *recorded) bool { return r.loops(uvNests, uvRun) }},
		{hook: "uv_timer_start", what: "a timer fired", takes: "timers: races of their handlers look as if they could come at any time", steers: ofTimers, needs: uvRun,
			seen: func(r *recorded) bool {
				e := r.enq(uvTimer, "uv_timer_start")
				return r.delivered(e) && e.EventKind == trace.Timer && e.Attr("interval") == "3"
			}},
		answers(uvTimerAgain, "uv_timer_again", "uv_timer_start"),
		stops(uvTimerStops, "uv_timer_stop", "uv_timer_start"),
	}
	for _, phase := range []string{"uv_idle", "uv_prepare", "uv_check"} {
		list = append(list, answers(uvPhases, phase+"_start", uvRun), stops(uvPhasesStop, phase+"_stop", phase+"_start"))
	}
	list = append(list,
		answers(uvPoll, "uv_poll_start", uvRun), stops(uvPollStops, "uv_poll_stop", "uv_poll_start"),
		answers(uvSignals, "uv_signal_start", uvRun), answers(uvSignals, "uv_signal_start_oneshot", uvRun), stops(uvSignalStops, "uv_signal_stop", "uv_signal_start"),
		asked(uvFilesWatched, "uv_fs_event_start"), stops(uvFilesForgotten, "uv_fs_event_stop", "uv_fs_event_start"),
		asked(uvFilesWatched, "uv_fs_poll_start"), stops(uvFilesForgotten, "uv_fs_poll_stop", "uv_fs_poll_start"),
		fact{hook: "uv_async_init and uv_async_send", what: "a thread sent", takes: "what other threads send: its handlers are not seen", steers: typed("uv_async_send"), needs: uvRun,
			seen: func(r *recorded) bool { return r.answered(uvAsync, "uv_async_send") }},
		answers(uvSpawn, "uv_spawn", uvRun),
		fact{hook: "uv_queue_work", what: "work was done in the pool, and then answered", takes: "work and its answers: their handlers are not seen", steers: typed("work", "uv_queue_work"), needs: uvRun,
			seen: func(r *recorded) bool { return r.answered(uvWork, "work") && r.answered(uvWork, "uv_queue_work") }},
		answers(uvAsks, "uv_getaddrinfo", uvRun), answers(uvAsks, "uv_getnameinfo", uvRun), answers(uvAsks, "uv_random", uvRun),
		answers(uvConnects, "uv_listen", uvRun), answers(uvConnects, "uv_pipe_connect", uvRun),
		answers(uvConnectsAgain, "uv_pipe_connect2", uvRun),
		fact{hook: "uv_read_start", what: "memory to read into was asked for, and then filled", takes: "what is read: its handlers are not seen", steers: typed("uv_read_start"), needs: uvRun,
			seen: func(r *recorded) bool { return r.count(uvReadsWrites, "uv_read_start") >= 2 }},
		stops(uvReadStops, "uv_read_stop", "uv_read_start"),
		answers(uvReadsWrites, "uv_write", uvRun), answers(uvReadsWrites, "uv_write2", uvRun), answers(uvShutsDown, "uv_shutdown", uvRun),
		answers(uvDatagrams, "uv_udp_recv_start", uvRun), answers(uvDatagrams, "uv_udp_send", uvRun), stops(uvDatagramsStop, "uv_udp_recv_stop", "uv_udp_recv_start"),
		answers(uvTCP, "uv_tcp_connect", uvRun),
		fact{hook: "uv_stop", what: "a nested loop was ended", takes: "who ends a nested loop: races with what follows it look unordered", steers: inLoops(uvRun), needs: uvRun,
			seen: func(r *recorded) bool { return r.has(uvNests, trace.Reset) }},
		fact{hook: "uv_close", what: "a timer was closed, and that answered", takes: "the end of handles: races with callbacks that cannot come", steers: typed("uv_close"), needs: uvRun,
			seen: func(r *recorded) bool { return r.answered(uvCloses, "uv_close") }},
		fact{hook: "uv_tcp_close_reset", what: "a connection was reset, and that answered", takes: "the end of connections that are reset: races with callbacks that cannot come", steers: typed("uv_close"), needs: uvRun,
			seen: func(r *recorded) bool { return r.answered(uvResets, "uv_close") }},
		fact{hook: "uv_walk", what: "what a callback asked for in its last call", takes: "what callbacks of uv_walk ask for: its handlers are not seen", steers: ofLibuv, needs: "uv_timer_start",
			seen: func(r *recorded) bool {
				e := r.enq(uvWalks, "uv_timer_start")
				return r.delivered(e) && e.Attr("interval") == "3" // the other one in each step is the driver's
			}},
		fact{hook: "timers that are held", mode: "late", what: "one came after another that was due later", takes: "holding timers: confirm, fuzz and explore", steers: ofTimers, needs: "uv_timer_start", says: "exchanged"},
	)
	for _, operation := range strings.Fields("access chmod chown close copyfile fchmod fchown fdatasync fstat fsync ftruncate futime lchown link lstat " +
		"lutime mkdir mkdtemp mkstemp open opendir read readlink realpath rename rmdir scandir sendfile stat statfs symlink unlink utime write") {
		list = append(list, answers(uvFiles, "uv_fs_"+operation, uvRun))
	}
	return append(list, answers(uvReadsFolder, "uv_fs_readdir", uvRun), answers(uvClosesFolder, "uv_fs_closedir", uvRun))
}

// answers is the fact of something that is asked for by a function, and called back.
func answers(step int, function, needs string) fact {
	return fact{hook: function, what: "what it asks for came", takes: "callbacks of " + function + ": their handlers are not seen",
		steers: typed(function), needs: needs, seen: func(r *recorded) bool { return r.answered(step, function) }}
}

// asked is that without waiting for it.
func asked(step int, function string) fact {
	f := answers(step, function, uvRun)
	f.what, f.seen = "it was started", func(r *recorded) bool { return r.enq(step, function) != nil }
	return f
}

// stops is the fact of a function that ends what another one has started.
func stops(step int, function, start string) fact {
	return fact{hook: function, what: "what was started was stopped", takes: "the end of what " + start + " starts: races with callbacks that cannot come",
		steers: typed(start), needs: start, seen: func(r *recorded) bool { return r.stopped(step, start) }}
}

func ofLibuv(s *Steered) bool {
	return s.event(Event.ofLibuv) || inLoops(uvRun)(s)
}

func ofTimers(s *Steered) bool { return typed("uv_timer_start", "uv_timer_again")(s) }
