package sparsehb

import (
	"strings"

	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/order"
)

// Known is a rule or a filter, as users see it.
type Known struct {
	ID       string   `json:"id"`
	What     string   `json:"what"` // rule or filter
	Name     string   `json:"name"`
	Kind     string   `json:"kind"` // theorem, assumption or heuristic
	Sets     []string `json:"sets"`
	Races    string   `json:"races,omitempty"` // that a filter is about
	Sentence string   `json:"sentence"`
	Limit    string   `json:"limit,omitempty"`
	Breaks   string   `json:"breaks,omitempty"`
	HeldBy   []string `json:"held_by"` // tests
	Traces   string   `json:"traces,omitempty"`
	Aliases  []string `json:"aliases,omitempty"`
	Always   bool     `json:"always,omitempty"` // it cannot be switched off
}

// AllKnown are the rules, then the filters, each in the order of their ids.
func AllKnown() []Known {
	var list []Known
	for _, r := range order.All() {
		list = append(list, Known{ID: r.ID, What: "rule", Name: r.Name, Kind: r.Kind.String(), Sets: strings.Fields(r.Sets.String()),
			Sentence: r.Sentence, Limit: r.Limit, Breaks: r.Breaks, HeldBy: append([]string{}, r.HeldBy...), Always: r.Always})
	}
	for _, f := range filter.All() {
		list = append(list, Known{ID: f.ID, What: "filter", Name: f.Name, Kind: f.Kind.String(), Sets: strings.Fields(f.Sets.String()),
			Races: string(f.Races), Sentence: f.Sentence, Limit: f.Limit, Breaks: f.Breaks, HeldBy: append([]string{}, f.HeldBy...),
			Traces: "sparsehb/testdata/filters/" + f.ID, Aliases: f.Aliases})
	}
	return list
}
