package registry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/facts/registry"
)

// entry returns an entry. Labels, types and keywords are separated by commas.
func entry(name, status, labels, types, keywords string) registry.Entry {
	texts := func(list string) []registry.Text {
		var all []registry.Text
		for text := range strings.SplitSeq(list, ",") {
			all = append(all, registry.Text{Value: text})
		}
		return all
	}
	return registry.Entry{Name: registry.Text{Value: name}, Status: status, Labels: texts(labels), Types: texts(types), Keywords: texts(keywords)}
}

func format(h registry.Match) string {
	if h.Entry == nil {
		return "none by " + string(h.By)
	}
	inside := map[bool]string{true: " inside"}[h.Inside]
	return strings.TrimSpace(h.Entry.Name.Value + " by " + string(h.By) + " " + h.Text.Value + inside)
}

func TestDispatch(t *testing.T) {
	entries := []registry.Entry{
		entry("old", "deprecated", "docs", "epic", "write"),
		entry("words", "", "prose", "", "PR,write docs"),
		entry("types", "active", "", "epic", "研究"),
		entry("labels", "", "docs,Code", "", "review"),
		entry("ct-task-executor", "", "", "", ""),
	}
	for _, c := range []struct {
		name           string
		task           registry.Task
		chosen         string
		others, inside []string
	}{
		{"a label has precedence", registry.Task{Title: "Write docs", Type: "epic", Labels: []string{"x", "docs"}}, "labels by label docs",
			[]string{"types by type epic", "words by keyword write docs"}, nil},
		{"a label in another case", registry.Task{Title: "x", Labels: []string{"code"}}, "ct-task-executor by fallback", nil, nil},
		{"a type has precedence over a keyword", registry.Task{Title: "write docs", Type: "epic"}, "types by type epic", []string{"words by keyword write docs"}, nil},
		{"a type in another case", registry.Task{Title: "x", Type: "Epic"}, "ct-task-executor by fallback", nil, nil},
		{"inside of a word", registry.Task{Title: "Improve it"}, "words by keyword PR inside", nil, []string{"words by keyword PR inside"}},
		{"across title and description", registry.Task{Title: "To write", Description: "docs"}, "words by keyword write docs", nil, nil},
		{"as a word", registry.Task{Title: "Improve the pr"}, "words by keyword PR", nil, nil},
		{"Chinese without spaces", registry.Task{Title: "做研究吧"}, "types by keyword 研究", nil, nil},
		{"one hit for each entry", registry.Task{Title: "review the PR, write docs"}, "words by keyword PR", []string{"labels by keyword review"}, nil},
		{"nothing", registry.Task{}, "ct-task-executor by fallback", nil, nil},
	} {
		r := registry.Dispatch(entries, c.task)
		if got := format(r.Chosen); got != c.chosen {
			t.Errorf("%s: %s, want %s", c.name, got, c.chosen)
		}
		if diff := cmp.Diff(c.others, formatAll(r.Others)); diff != "" {
			t.Errorf("%s: others\n%s", c.name, diff)
		}
		if diff := cmp.Diff(c.inside, formatAll(r.Inside)); diff != "" {
			t.Errorf("%s: inside\n%s", c.name, diff)
		}
	}
	if got := format(registry.Dispatch(entries[:4], registry.Task{Title: "x"}).Chosen); got != "none by fallback" {
		t.Errorf("without a fallback: %s", got)
	}
}

func formatAll(hits []registry.Match) []string {
	var all []string
	for _, h := range hits {
		all = append(all, format(h))
	}
	return all
}

func TestProtocol(t *testing.T) {
	for name, want := range map[string]string{"ct-research-agent": "research", "ct-validator": "consensus", "ct-spec-writer": "specification",
		"ct-epic-architect": "decomposition", "ct-task-executor": "implementation", "ct-test-writer-bats": "testing",
		"ct-merge": "contribution", "ct-release-bot": "release", "ct-docs-write": "implementation"} {
		e := entry(name, "", "", "", "")
		if got := registry.Protocol(&e); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	own := entry("ct-validator", "", "", "", "")
	own.Protocol = "own"
	if got := registry.Protocol(&own); got != "own" {
		t.Errorf("an entry's own protocol: %s", got)
	}
	want := []registry.Keyword{{Text: "decide", Protocol: "consensus"}, {Text: "PR", Protocol: "contribution", Inside: true}}
	if diff := cmp.Diff(want, registry.Keywords(registry.Task{Title: "Decide how to improve", Description: "plan"})); diff != "" {
		t.Error(diff)
	}
}
