package report

import (
	"io"

	"sparseracer/internal/symbols"
)

// The JSON of `audit --json`; docs/cli.md has its contract.
type (
	jsonAudit struct {
		Version  int             `json:"version"`
		Trace    jsonTrace       `json:"trace"`
		Places   []jsonLoopPlace `json:"places"`
		Part     *jsonPart       `json:"part,omitempty"` // of the list, nil: all of it
		Warnings []string        `json:"warnings"`
		Notes    []string        `json:"notes"`
	}
	jsonLoopPlace struct {
		What    string          `json:"what"`
		At      *jsonFrame      `json:"at"`
		Stack   []jsonFrame     `json:"stack"`
		Races   []string        `json:"races"`
		AtRisk  int             `json:"at_risk"`
		Runs    []jsonRun       `json:"runs"`
		Inside  []jsonTally     `json:"inside"`
		Nested  int             `json:"nested"`
		Frees   uint64          `json:"frees"`
		Objects []jsonKept      `json:"objects"`
		Live    []jsonReference `json:"held"`
		More    int             `json:"more_objects"`
	}
	jsonRun struct {
		Loop      string  `json:"loop"`
		Event     *string `json:"event"`
		Handler   string  `json:"handler"`
		Pause     uint64  `json:"pause"`
		Resume    *uint64 `json:"resume"`
		Reset     *uint64 `json:"reset"`
		Resetter  *string `json:"resetter"`
		Delivered int     `json:"delivered"`
	}
	jsonTally struct {
		Handler string `json:"handler"`
		Events  int    `json:"events"`
	}
	jsonKept struct {
		Fate      string     `json:"fate"`
		AtRisk    bool       `json:"at_risk"`
		Type      string     `json:"type,omitempty"`
		Size      uint64     `json:"size"`
		Objects   int        `json:"objects"`
		Before    uint64     `json:"accesses_before"`
		After     uint64     `json:"accesses_after"`
		Operation uint64     `json:"operation"`
		Alloc     *jsonFrame `json:"alloc"`
		Use       *jsonFrame `json:"use"`
		Free      *jsonFrame `json:"free"`
		Freer     *string    `json:"freed_by"`
	}
	jsonReference struct {
		Fate      string     `json:"fate"`
		AtRisk    bool       `json:"at_risk"`
		Rule      string     `json:"rule"`
		Class     string     `json:"class,omitempty"`
		Size      uint64     `json:"size"`
		Objects   int        `json:"objects"`
		Operation uint64     `json:"operation"`
		Alloc     *jsonFrame `json:"alloc"`
		Holder    *jsonFrame `json:"holder"`
		Free      *jsonFrame `json:"free"`
		Freer     *string    `json:"freed_by"`
	}
)

// JSON writes the audit as `audit --json` does.
func (a *Audit) JSON(w io.Writer) error {
	out := a.headJSON()
	for _, p := range a.Places {
		out.Places = append(out.Places, p.json())
	}
	return WriteJSON(w, out)
}

// headJSON is the audit without its places.
func (a *Audit) headJSON() jsonAudit {
	return jsonAudit{
		Version: JSONVersion, Trace: a.Report.traceJSON(), Places: []jsonLoopPlace{},
		Warnings: append([]string{}, a.Warnings...), Notes: append([]string{}, a.Notes...),
	}
}

func (l *LoopPlace) json() jsonLoopPlace {
	out := jsonLoopPlace{
		What: l.What, At: headJSON(l.Stack), Stack: stackJSON(l.Stack), Races: []string{}, AtRisk: l.atRisk(), Runs: []jsonRun{},
		Inside: []jsonTally{}, Nested: l.Nested, Frees: l.Frees, Objects: []jsonKept{}, Live: []jsonReference{}, More: l.More,
	}
	for _, r := range l.Races {
		out.Races = append(out.Races, r.ID)
	}
	for _, r := range l.Runs {
		out.Runs = append(out.Runs, jsonRun{r.Name, eventJSON(r.Owner), r.Owner.shape(), r.Pause, operationJSON(r.Resume),
			operationJSON(r.Reset), eventJSON(r.Resetter), r.Delivered})
	}
	for _, t := range l.Inside {
		out.Inside = append(out.Inside, jsonTally{t.What, t.Events})
	}
	for _, k := range l.Objects {
		out.Objects = append(out.Objects, jsonKept{fates[k.Fate], k.AtRisk(), k.Type, k.Size, k.Count, k.Before, k.After, k.Example,
			headJSON(k.Alloc), headJSON(k.Use), headJSON(k.Free), eventJSON(k.Freer)})
	}
	for _, h := range l.Live {
		out.Live = append(out.Live, jsonReference{fates[h.Fate], h.AtRisk(), h.Rule, h.Class, h.Size, h.Count, h.Example,
			headJSON(h.Alloc), headJSON(h.Holder), headJSON(h.Free), eventJSON(h.Freer)})
	}
	return out
}

// headJSON is the frame that stands for a stack.
func headJSON(stack []symbols.Frame) *jsonFrame {
	f := at(stack)
	if f == nil {
		return nil
	}
	out := frameJSON(f)
	return &out
}
