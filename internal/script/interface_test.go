package script_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/script"
	"golang.org/x/tools/txtar"
)

// TestInterfaces reads the scripts in testdata. The file NAME.want has what is read of the script NAME.
func TestInterfaces(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var files []txtar.File
		changed := false
		for i := 0; i < len(archive.Files); i++ {
			f := archive.Files[i]
			got := describe(script.Read(f.Name, f.Data))
			files = append(files, f)
			want := txtar.File{Name: f.Name + ".want"}
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == want.Name {
				want = archive.Files[i+1]
				i++
			}
			if string(want.Data) != got {
				changed = true
				if os.Getenv("UPDATE") == "" {
					t.Errorf("%s: %s: got\n%s\nwant\n%s", path, f.Name, got, want.Data)
				}
			}
			files = append(files, txtar.File{Name: want.Name, Data: []byte(got)})
		}
		if changed && os.Getenv("UPDATE") != "" {
			archive.Files = files
			if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func describe(s *script.Script) string {
	var b strings.Builder
	for _, p := range s.SyntaxErrors {
		fmt.Fprintf(&b, "error %s at %d\n", p.Message, p.Range.Start)
	}
	for _, i := range s.Imports {
		fmt.Fprintf(&b, "import %s%s\n", i.Name, map[bool]string{true: " (optional)"}[i.Optional])
	}
	for _, v := range s.Env {
		fmt.Fprintf(&b, "variable %s%s\n", v.Name, map[bool]string{true: " (required)"}[v.Required])
	}
	describeTo(&b, s.Interface, "")
	return b.String()
}

func describeTo(b *strings.Builder, i *script.Interface, indent string) {
	if !i.Known {
		fmt.Fprintf(b, "%sunknown: %s\n", indent, i.Reason)
		return
	}
	policies := [...]string{"rejected", "ignored", "passed on"}
	fmt.Fprintf(b, "%s%s: unknown %s, surplus %s", indent, i.Library, policies[i.Unknown], policies[i.Surplus])
	if i.SubcommandRequired {
		b.WriteString(", subcommand required")
	}
	b.WriteString("\n")
	for _, o := range i.Options {
		fmt.Fprintf(b, "%s%s arity %d", indent, strings.Join(o.Names, " "), o.Arity)
		if o.Required {
			b.WriteString(" required")
		}
		if o.Choices != nil {
			fmt.Fprintf(b, " %q", o.Choices)
		}
		if o.Type != script.Text {
			fmt.Fprintf(b, " type %d", o.Type)
		}
		b.WriteString("\n")
	}
	for _, p := range i.Positionals {
		fmt.Fprintf(b, "%s<%s> %d to %d", indent, p.Name, p.Min, p.Max)
		if p.Choices != nil {
			fmt.Fprintf(b, " %q", p.Choices)
		}
		b.WriteString("\n")
	}
	for _, g := range i.Groups {
		fmt.Fprintf(b, "%sgroup %q exclusive %v required %v\n", indent, g.Names, g.Exclusive, g.Required)
	}
	for _, s := range i.Subcommands {
		fmt.Fprintf(b, "%s%s\n", indent, strings.Join(s.Names, " "))
		describeTo(b, s.Interface, indent+"  ")
	}
}
