package setup

import (
	"strings"
	"testing"
)

var release = Release{Ref: "abc", Note: "v1"}

const entry = `- repo: https://github.com/skilllint/skilllint
  rev: abc # v1
  hooks:
    - id: skilllint
`

func indented(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}

func TestPreCommit(t *testing.T) {
	tests := []struct{ name, old, want string }{
		{"none", "", "repos:\n" + indented(entry, "  ")},
		{"indented", "# ours\nrepos:\n  - repo: local # x\n    hooks:\n      - id: a\n        entry: b\n",
			"# ours\nrepos:\n  - repo: local # x\n    hooks:\n      - id: a\n        entry: b\n" + indented(entry, "  ")},
		{"not indented, followed by other keys", "repos:\n- repo: local\n  hooks: [{id: a}] # last\n\n# CI\nci:\n  skip: [a]\n",
			"repos:\n- repo: local\n  hooks: [{id: a}] # last\n" + entry + "\n# CI\nci:\n  skip: [a]\n"},
		{"no final line break", "repos:\n- repo: local\n  hooks: []", "repos:\n- repo: local\n  hooks: []\n" + entry},
		{"block scalar", "repos:\n- repo: local\n  hooks:\n  - entry: |\n      a\n      b\nfail_fast: true\n",
			"repos:\n- repo: local\n  hooks:\n  - entry: |\n      a\n      b\n" + entry + "fail_fast: true\n"},
		{"CRLF", "repos:\r\n- repo: local\r\n  hooks: []\r\n", "repos:\r\n- repo: local\r\n  hooks: []\r\n" + strings.ReplaceAll(entry, "\n", "\r\n")},
		{"keys on the next line", "repos:\n  -\n    repo: local\n    hooks: []\n", ""},
		{"flow style", "repos: [{repo: local, hooks: []}]\n", ""},
		{"empty list", "repos: []\n", ""},
		{"no repos", "ci: {}\n", ""},
		{"invalid YAML", "repos: [\n", ""},
		{"already configured", "repos:\n- repo: https://github.com/skilllint/skilllint.git\n  rev: x\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := PreCommit([]byte(test.old), release, false)
			if string(got) != test.want || (err == nil) != (test.want != "") {
				t.Errorf("error %v, got\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
	got, err := PreCommit(nil, release, true)
	if err != nil || !strings.Contains(string(got), "      - id: skilllint\n        args: [--staged, --] # ") {
		t.Errorf("%v\n%s", err, got)
	}
}

// FuzzPreCommit checks that existing bytes are unchanged.
func FuzzPreCommit(f *testing.F) {
	f.Add([]byte("repos:\n- repo: local\n  hooks:\n  - entry: |\n      a\nfail_fast: true\n"))
	f.Add([]byte("repos:\r\n  - repo: local\r\n"))
	f.Fuzz(func(t *testing.T, old []byte) {
		got, err := PreCommit(old, release, true)
		if err != nil || len(strings.TrimSpace(string(old))) == 0 {
			return
		}
		at := strings.Index(string(got), "- repo: "+Repository)
		if at < 0 || len(got) < len(old) {
			t.Fatalf("PreCommit(%q) = %q", old, got)
		}
		head := strings.TrimRight(string(got[:at]), " \r\n")
		if !strings.HasPrefix(string(old), head) || !strings.HasSuffix(string(got), string(old[min(len(old), len(got[:at])):])) {
			t.Errorf("PreCommit(%q) = %q", old, got)
		}
	})
}

func TestAttributes(t *testing.T) {
	tests := []struct{ name, old, want string }{
		{"none", "", "b merge=union\n"},
		{"other attributes", "* text=auto\n", "* text=auto\nb merge=union\n"},
		{"no final line break", "* text=auto", "* text=auto\nb merge=union\n"},
		{"CRLF", "* text=auto\r\n", "* text=auto\r\nb merge=union\r\n"},
		{"already set", "b  merge=ours\n", ""},
	}
	for _, test := range tests {
		if got := Attributes([]byte(test.old), "b"); string(got) != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
