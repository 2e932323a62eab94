package report

import (
	"fmt"
	"strings"
)

// Races as the HTML page holds them. Races have most of their sentences, frames and
// stacks in common: each stands there once, and races refer to it by its number.
type (
	packedJSON struct {
		Words   []string      `json:"words"`   // all texts; the first one is empty
		Frames  []packedFrame `json:"frames"`  // functions of stacks
		Stacks  [][]int       `json:"stacks"`  // frames by number
		Races   []packedRace  `json:"races"`   // in the report's order
		Explain string        `json:"explain"` // the command, up to the race's id
	}
	packedFrame struct {
		Text   int            `json:"t"`
		Source []packedSource `json:"s,omitempty"`
	}
	packedSource struct {
		Number int  `json:"n"`
		Text   int  `json:"t"`
		Here   bool `json:"h,omitempty"`
	}
	packedRace struct {
		ID         string         `json:"id"`
		Title      int            `json:"title"`
		Verdict    int            `json:"verdict"`
		Summary    int            `json:"summary"`
		Filtered   int            `json:"filtered,omitempty"`
		Tried      int            `json:"tried,omitempty"`
		Covered    int            `json:"covered,omitempty"`
		Stands     int            `json:"stands,omitempty"`
		Suggestion int            `json:"suggestion,omitempty"`
		Matters    *packedMatters `json:"matters,omitempty"`
		Steps      []packedStep   `json:"steps,omitempty"`
		Why        []int          `json:"why,omitempty"`
		Schedule   []int          `json:"schedule,omitempty"`
		Stacks     [][2]int       `json:"stacks,omitempty"` // heading, stack
	}
	packedStep struct {
		Operation uint64 `json:"o"`
		Text      int    `json:"t"`
		At        int    `json:"a,omitempty"`
		Racy      bool   `json:"r,omitempty"`
	}
	packedMatters struct {
		Rank  int           `json:"rank"`
		Means int           `json:"means"`
		Sink  int           `json:"sink,omitempty"`
		Path  []packedPlace `json:"path,omitempty"`
	}
	packedPlace struct {
		Role int   `json:"r"`
		Text int   `json:"t"`
		At   []int `json:"a,omitempty"`
	}
)

// packer numbers what races have in common.
type packer struct {
	out    packedJSON
	words  map[string]int
	frames map[[2]string]int // by text and what is quoted
	stacks map[string]int    // by the frames' numbers
}

// packed makes a page's data.
func packed(r *Report, page *Page) *packedJSON {
	p := &packer{words: map[string]int{}, frames: map[[2]string]int{}, stacks: map[string]int{}}
	p.word("")
	p.out = packedJSON{Words: p.out.Words, Frames: []packedFrame{}, Stacks: [][]int{}, Races: []packedRace{}, Explain: command("explain", r.Trace) + " "}
	for i := range page.Races {
		p.out.Races = append(p.out.Races, p.race(&page.Races[i]))
	}
	return &p.out
}

func (p *packer) word(s string) int {
	n, known := p.words[s]
	if !known {
		n = len(p.out.Words)
		p.words[s] = n
		p.out.Words = append(p.out.Words, s)
	}
	return n
}

func (p *packer) list(texts []string) []int {
	var out []int
	for _, s := range texts {
		out = append(out, p.word(s))
	}
	return out
}

func (p *packer) race(r *RacePage) packedRace {
	out := packedRace{ID: r.ID, Title: p.word(r.Title), Verdict: p.word(r.Verdict), Summary: p.word(r.Summary), Filtered: p.word(r.Filtered),
		Tried: p.word(r.Tried), Covered: p.word(r.Covered), Stands: p.word(r.Stands), Suggestion: p.word(r.Suggestion),
		Why: p.list(r.Why), Schedule: p.list(r.Schedule), Matters: p.matters(r.Matters)}
	for _, s := range r.Steps {
		out.Steps = append(out.Steps, packedStep{s.Operation, p.word(s.Text), p.word(s.At), s.Racy})
	}
	for _, s := range r.Stacks {
		out.Stacks = append(out.Stacks, [2]int{p.word(s.Heading), p.stack(s.Frames)})
	}
	return out
}

func (p *packer) matters(m *MattersPage) *packedMatters {
	if m == nil {
		return nil
	}
	out := &packedMatters{Rank: p.word(m.Rank), Means: p.word(m.Means), Sink: p.word(m.Sink)}
	for _, s := range m.Path {
		place := packedPlace{Role: p.word(s.Role), Text: p.word(s.Text)}
		for _, f := range s.Frames {
			if len(f.Source) > 0 {
				place.At = append(place.At, p.word(f.Function+" "+f.Place))
			}
		}
		out.Path = append(out.Path, place)
	}
	return out
}

func (p *packer) stack(frames []FramePage) int {
	numbers := make([]int, len(frames))
	var key strings.Builder
	for i := range frames {
		numbers[i] = p.frame(&frames[i])
		fmt.Fprint(&key, numbers[i], " ")
	}
	n, known := p.stacks[key.String()]
	if !known {
		n = len(p.out.Stacks)
		p.stacks[key.String()] = n
		p.out.Stacks = append(p.out.Stacks, numbers)
	}
	return n
}

// frame leaves the frame's number in its stack out of its text: the page counts.
func (p *packer) frame(f *FramePage) int {
	_, text, _ := strings.Cut(f.Text, " ")
	key := [2]string{text}
	for _, l := range f.Source {
		key[1] += l.Text + "\n"
	}
	n, known := p.frames[key]
	if !known {
		n = len(p.out.Frames)
		p.frames[key] = n
		frame := packedFrame{Text: p.word(text)}
		for _, l := range f.Source {
			frame.Source = append(frame.Source, packedSource{l.Number, p.word(l.Text), l.Here})
		}
		p.out.Frames = append(p.out.Frames, frame)
	}
	return n
}
