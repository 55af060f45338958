package rules_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules"
)

// lineOf returns a valid manifest entry with some fields changed; nil removes a field.
func lineOf(t *testing.T, change map[string]any) string {
	t.Helper()
	entry := map[string]any{"id": "T2402-queue", "file": "T2402-queue.md", "title": "Why the queue stalls", "date": "2026-03-02", "status": "complete",
		"agent_type": "research", "topics": []string{"queue"}, "key_findings": []string{"One", "Two", "Three"}, "actionable": true,
		"needs_followup": []string{}, "linked_tasks": []string{"T2392", "T2402"}}
	maps.Copy(entry, change)
	maps.DeleteFunc(entry, func(_ string, v any) bool { return v == nil })
	b, err := json.Marshal(entry)
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

const outputOfLine = "# Why the queue stalls\n\n**Task**: T2402\n**Epic**: T2392\n**Date**: 2026-03-02\n**Status**: complete\n\n---\n\n## Summary\n\nIt stalls. It restarts.\n\n## References\n\n- T2392\n"

// TestProfiles runs all rules on each deviation from the protocol, in both profiles.
func TestProfiles(t *testing.T) {
	type m = map[string]any
	five := []string{"One", "Two", "Three"}
	tests := []struct {
		name             string
		manifest         string
		output           string // default: outputOfLine
		tolerant, strict string
	}{
		{name: "valid", manifest: lineOf(t, nil)},
		{name: "required fields only", manifest: lineOf(t, m{"topics": nil, "key_findings": nil, "actionable": nil, "needs_followup": nil, "linked_tasks": nil})},
		{name: "optional fields with default values", manifest: lineOf(t, m{"topics": []string{}, "needs_followup": []string{}, "linked_tasks": []string{}})},
		{name: "custom agent type", manifest: lineOf(t, m{"agent_type": "handoff"})},
		{name: "follow-ups as text, status complete", manifest: lineOf(t, m{"needs_followup": []string{"T2500", "T2501: tests", "Benchmark it", "error-recovery"}})},
		{name: "unknown keys", manifest: lineOf(t, m{"timestamp": "x", "audit": m{"by": "y"}}), tolerant: "schema info, schema info", strict: "schema info, schema info"},
		{name: "misspelled key", manifest: lineOf(t, m{"linked_tasks": nil, "linkedTask": five[:0]}), tolerant: "schema warning", strict: "schema warning"},
		{name: "id with a date", manifest: lineOf(t, m{"id": "queue-2026-03-02"}), strict: "schema error"},
		{name: "id with two tasks", manifest: lineOf(t, m{"id": "T2402-T2403-queue"}), strict: "schema error"},
		{name: "id of an unknown form", manifest: lineOf(t, m{"id": "kick-off"}), tolerant: "schema warning", strict: "schema error"},
		{name: "invalid id", manifest: lineOf(t, m{"id": "a b"}), tolerant: "schema error", strict: "schema error"},
		{name: "archived", manifest: lineOf(t, m{"status": "archived"}), strict: "schema error"},
		{name: "unknown status", manifest: lineOf(t, m{"status": "done"}), tolerant: "schema error", strict: "schema error"},
		{name: "invalid date", manifest: lineOf(t, m{"date": "2026-02-30"}), tolerant: "schema error", strict: "schema error"},
		{name: "long title", manifest: lineOf(t, m{"title": "Why the queue stalls" + strings.Repeat(" x", 100)}), tolerant: "schema warning", strict: "schema warning"},
		{name: "path relative to the root", manifest: lineOf(t, m{"file": "out/T2402-queue.md"}), strict: "file error"},
		{name: "path outside the repository", manifest: lineOf(t, m{"file": "../../x.md"}), tolerant: "file error", strict: "file error"},
		{name: "directory", manifest: lineOf(t, m{"file": "notes"}), tolerant: "file warning", strict: "file error"},
		{name: "two findings", manifest: lineOf(t, m{"key_findings": five[:2]}), tolerant: "findings warning", strict: "findings error"},
		{name: "eight findings", manifest: lineOf(t, m{"key_findings": append(five, "4", "5", "6", "7", "8")}), tolerant: "findings warning", strict: "findings error"},
		{name: "line break in a finding", manifest: lineOf(t, m{"key_findings": []string{"One", "Two", "Three\nand four"}}), tolerant: "findings warning", strict: "findings error"},
		{name: "long finding", manifest: lineOf(t, m{"key_findings": []string{"One", "Two", strings.Repeat("x", 201)}}), tolerant: "findings warning", strict: "findings warning"},
		{name: "two sentences", manifest: lineOf(t, m{"key_findings": []string{"One", "Two", "Three. Four."}}), strict: "findings info"},
		{name: "complete but blocked", manifest: lineOf(t, m{"needs_followup": []string{"BLOCKED: no access"}}), tolerant: "followup warning", strict: "followup error"},
		{name: "invalid task", manifest: lineOf(t, m{"linked_tasks": []string{"T2402", "the epic"}}), tolerant: "links warning", strict: "links error"},
		{name: "own task not linked", manifest: lineOf(t, m{"linked_tasks": []string{"T2392"}}), tolerant: "links info", strict: "links info"},
		{name: "placeholder", manifest: lineOf(t, m{"title": "{{TASK_TITLE}}"}), tolerant: "token error", strict: "token error"},
		{name: "duplicate line", manifest: lineOf(t, nil) + lineOf(t, nil), tolerant: "duplicate-id warning", strict: "duplicate-id error"},
		{name: "duplicate id", manifest: lineOf(t, nil) + lineOf(t, m{"topics": nil}), tolerant: "duplicate-id error", strict: "duplicate-id error"},
		{name: "empty line", manifest: lineOf(t, nil) + "\n" + lineOf(t, m{"id": "T2402-again"}), tolerant: "line warning", strict: "line error"},
		{name: "no line feed at the end", manifest: strings.TrimSuffix(lineOf(t, nil), "\n"), tolerant: "line error", strict: "line error"},
		{name: "output without epic", manifest: lineOf(t, nil), output: strings.Replace(outputOfLine, "**Epic**: T2392\n", "", 1), strict: "output error"},
		{name: "output without status", manifest: lineOf(t, nil), output: strings.Replace(outputOfLine, "**Status**: complete\n", "", 1), tolerant: "output warning", strict: "output error"},
		{name: "output with another date", manifest: lineOf(t, nil), output: strings.Replace(outputOfLine, "03-02", "03-03", 1), tolerant: "output warning", strict: "output error"},
		{name: "output with another status", manifest: lineOf(t, nil), output: strings.Replace(outputOfLine, "complete", "Partial", 1), tolerant: "output error", strict: "output error"},
		{name: "output with capitalized status", manifest: lineOf(t, nil), output: strings.Replace(outputOfLine, "complete", "Complete", 1)},
		{name: "summary of one sentence", manifest: lineOf(t, nil), output: strings.Replace(outputOfLine, "It stalls. ", "", 1), strict: "output info"},
	}
	for _, required := range []string{"id", "file", "title", "date", "status", "agent_type"} {
		tests = append(tests, struct {
			name, manifest, output, tolerant, strict string
		}{"without " + required, lineOf(t, m{required: nil}), "", "schema error", "schema error"})
	}
	for _, optional := range []string{"topics", "key_findings", "actionable", "needs_followup", "linked_tasks"} {
		tests = append(tests, struct {
			name, manifest, output, tolerant, strict string
		}{"another type of " + optional, lineOf(t, m{optional: 7}), "", "schema error", "schema error"})
	}
	for _, test := range tests {
		for _, profile := range []string{"tolerant", "strict"} {
			want := test.tolerant
			if profile == "strict" {
				want = test.strict
			}
			if got := inProfile(t, profile, test.manifest, test.output); got != want {
				t.Errorf("%s, %s: got %q, want %q", test.name, profile, got, want)
			}
		}
	}
}

// inProfile returns the findings of the manifest rules, in the form "schema error".
func inProfile(t *testing.T, profile, manifest, output string) string {
	t.Helper()
	if output == "" {
		output = outputOfLine
	}
	workspace, err := fixture.Write(t.TempDir(), []fixture.File{
		{Path: ".skilllint.yaml", Data: []byte("manifest:\n  profile: " + profile + "\n")},
		{Path: "out/MANIFEST.jsonl", Data: []byte(manifest)}, {Path: "out/T2402-queue.md", Data: []byte(output)}, {Path: "out/notes/a.md", Data: []byte("# Notes\n")}})
	if err != nil {
		t.Fatal(err)
	}
	own := slices.DeleteFunc(rules.All(), func(a *analysis.Analyzer) bool { return !strings.HasPrefix(a.Name, "manifest/") })
	found, err := workspace.Lint(fixture.Options{Rules: own})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s %s", strings.TrimPrefix(f.Rule, "manifest/"), f.Severity))
	}
	slices.Sort(got)
	return strings.Join(got, ", ")
}
