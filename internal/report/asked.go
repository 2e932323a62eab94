package report

import (
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Asker answers for the engine which uses are of an object that Qt came to by
// itself (sparsehb.Options.Asked): of the handler's frames one is the program's, a
// member of the object's own class, and Qt called it.
func Asker(sym symbols.Symbolizer) func(*trace.Tables, []sparsehb.Question) []sparsehb.Answer {
	return func(t *trace.Tables, questions []sparsehb.Question) []sparsehb.Answer {
		var keys keyList
		for _, q := range questions {
			keys.add(stackKey{q.Stack, true})
			keys.add(stackKey{id: q.Base})
		}
		frames := resolveStacks(t, keys.list, sym)
		answers := make([]sparsehb.Answer, len(questions))
		for i, q := range questions {
			own := above(frames[stackKey{q.Stack, true}], frames[stackKey{id: q.Base}], q.Base != trace.NoStack)
			answers[i] = askedByQt(own, q.Type)
		}
		return answers
	}
}

func askedByQt(handler []symbols.Frame, class string) sparsehb.Answer {
	app := -1
	for i := range handler {
		if !isSystem(&handler[i]) {
			if app >= 0 {
				return sparsehb.NotAsked
			}
			app = i
		}
	}
	if app < 0 || app+1 >= len(handler) || !system.IsToolkit(handler[app+1].Module) {
		return sparsehb.NotAsked
	}
	member := symbols.Bare(handler[app].Function)
	i := strings.LastIndex(member, "::")
	if i < 0 {
		return sparsehb.NotAsked
	}
	switch name := member[i+2:]; {
	case name == "run": // QThreadPool forgets no deleted QRunnable
	case class == "":
		if name == "metaObject" { // it looks at what Qt's part of the object keeps elsewhere
			return sparsehb.Asked
		}
	case name == "qt_static_metacall": // a base's, too: what it looks at is the receiver that Qt hands it
		return sparsehb.Received
	case member[:i] == class:
		return sparsehb.Asked
	}
	return sparsehb.NotAsked
}
