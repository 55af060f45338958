package frontmatter

import (
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func TestSplitTools(t *testing.T) {
	for text, want := range map[string][]string{
		"Read, Write":                      {"Read", "Write"},
		" Read  Write ,, Edit ":            {"Read", "Write", "Edit"},
		"Bash(git add, git commit) Read":   {"Bash(git add, git commit)", "Read"},
		"Bash(echo (a b)),Read":            {"Bash(echo (a b))", "Read"},
		"Bash(git:*, Read":                 {"Bash(git:*, Read"},
		"git:*) Read":                      {"git:*)", "Read"},
		"Bash(a))) Read(b c)":              {"Bash(a)))", "Read(b c)"},
		"Read\n  Write":                    {"Read", "Write"},
		"读 Read":                           {"读", "Read"},
		"":                                 nil,
		" , ":                              nil,
		"Agent(Explore,Plan),mcp__a__b(x)": {"Agent(Explore,Plan)", "mcp__a__b(x)"},
	} {
		d := analysis.NewDocument(&analysis.File{}, []byte("x: "+text))
		entries := splitTools(d, &analysis.Value{Kind: analysis.String, Text: text, Range: analysis.Range{Start: 3, End: 3 + len(text)}})
		var got []string
		for _, e := range entries {
			got = append(got, e.text)
			if !e.exact || d.Text(e.place) != e.text {
				t.Errorf("%q: range of %q is %q", text, e.text, d.Text(e.place))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestMalformedMCP(t *testing.T) {
	for text, want := range map[string]bool{
		"mcp__github": true, "mcp__github__*": true, "mcp__github__create_issue": true, "mcp__plugin_a_b__do-it": true, "mcp__*": true,
		"mcp__git-hub__a__b": true, "mcp__a*": true, "mcp__a__get_*": true, "mcp__a__b(x)": true, "mcp__A1__b.c": true,
		"mcp__": false, "mcp____x": false, "mcp__a__": false, "mcp_a_b": false, "mcp__a.b__c": false, "mcp__a:b": false, "mcp_": false,
	} {
		if got := malformedMCP(text) == ""; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestBalanced(t *testing.T) {
	for text, want := range map[string]bool{
		"Read": true, "Bash()": true, "Bash(a(b)c)": true, "": true, "Bash(a)x": false, "Bash(": false, "Bash)": false, ")(": false, "Bash(a)(b)": false,
	} {
		if got := isBalanced(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestNearTool(t *testing.T) {
	tools := schema.Lookup("claude-code").Tools
	for name, want := range map[string]string{
		"read": "Read", "READ": "Read", "web_fetch": "WebFetch", "Grpe": "Grep", "grepp": "Grep", "wirte": "Write", "Reed": "Read",
		"task": "Agent", "Taskk": "Agent", "todo-write": "TodoWrite", "ls": "LS",
		"shell": "", "codebase": "", "search": "", "fetch": "", "LSX": "", "": "", "Runner": "", "Lint": "",
	} {
		if got := nearTool(tools, name); got != want {
			t.Errorf("nearTool(%q) = %q, want %q", name, got, want)
		}
	}
	for _, name := range tools.Names {
		if got := nearTool(tools, name); got != name {
			t.Errorf("nearTool(%q) = %q", name, got)
		}
	}
}

func TestHelpForAll(t *testing.T) {
	tools := schema.Lookup("claude-code").Tools
	for want, names := range map[string][]string{
		`did you mean "Read"?`:                                 {"read", "READ"},
		`did you mean "Read" and "Grep"?`:                      {"read", "shell", "grep"},
		`use existing tools, such as "Read", "Grep" or "Bash"`: {"shell"},
	} {
		var entries []toolEntry
		for _, n := range names {
			entries = append(entries, toolEntry{text: n, name: n})
		}
		if got := helpForAll(tools, entries); got != want {
			t.Errorf("%q: %s, want %s", names, got, want)
		}
	}
}

// TestManyTools checks that the time for long lists is bounded.
func TestManyTools(t *testing.T) {
	text := strings.Repeat("mcp__a__b ", 100_000)
	d := analysis.NewDocument(&analysis.File{}, []byte(text))
	value := &analysis.Value{Kind: analysis.String, Text: text, Range: analysis.Range{End: len(text)}}
	if got := toolEntries(d, schema.ToolField{Field: "tools", Role: "limits"}, value); len(got) != mostTools {
		t.Errorf("%d entries", len(got))
	}
}
