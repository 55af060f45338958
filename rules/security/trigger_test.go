package security

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
	"github.com/skilllint/skilllint/internal/load"
)

// further is a directory with files that TestTriggers reads in addition to the fixtures.
var further = flag.String("further", "", "directory with more files for TestTriggers")

// readers are the rules that read behavior.Fact.
var readers = []*analysis.Analyzer{AutoRun, Backdoor, Consent, EncodedPayload, Exfiltration, Injection, Persistence, Privilege, RemoteCode, Typosquat}

// document returns a loaded file.
func document(path string, text []byte) *analysis.Document {
	kind := analysis.Resource
	switch {
	case strings.HasSuffix(path, ".md"):
		kind = analysis.Skill
	case strings.HasSuffix(path, "hooks.json"):
		kind = analysis.Hooks
	case strings.HasSuffix(path, "settings.json"):
		kind = analysis.Context
	}
	return load.Document(&analysis.File{Path: path, Rel: path, Kind: kind}, text, false)
}

// reported returns the findings of the rules in a document, for a given reading.
func reported(t testing.TB, d *analysis.Document, r *behavior.Reading) string {
	t.Helper()
	facts := &analysis.FactSet{}
	facts.Put(behavior.Fact.Analyzer, r)
	var b strings.Builder
	for _, rule := range readers {
		pass := analysis.NewPass(context.Background(), rule, facts, func(f analysis.Diagnostic) {
			fmt.Fprintln(&b, rule.Name, f.Range, f.Severity, f.Message)
		})
		pass.File, pass.Document = d.File, d
		if err := rule.Run(pass); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// compareTriggers reports findings that exist only if code and sentences without triggers are also read.
func compareTriggers(t testing.TB, path string, text []byte) {
	t.Helper()
	d := document(path, text)
	pass := analysis.NewPass(context.Background(), behavior.Fact.Analyzer, nil, nil)
	pass.File, pass.Document = d.File, d
	fast, err := analysis.Compute(pass)
	if err != nil {
		t.Fatal(err)
	}
	got, want := reported(t, d, fast.(*behavior.Reading)), reported(t, d, behavior.ReadAll(d))
	if got != want {
		t.Errorf("%s: with triggers:\n%s\nwithout them:\n%s", path, got, want)
	}
}

// TestTriggers checks that triggers hide no findings in the fixtures and in twins.
func TestTriggers(t *testing.T) {
	archives, err := filepath.Glob("../../fixtures/security/*/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "want" {
				continue // no file
			}
			compareTriggers(t, f.Name, f.Data)
		}
	}
	for _, tw := range twins {
		path, language, isFenced := strings.Cut(tw.path, "#")
		for _, text := range []string{tw.bad, tw.good} {
			if isFenced {
				text = fencedFile(language, text)
			}
			compareTriggers(t, path, []byte(text))
		}
	}
	if *further == "" {
		return
	}
	err = filepath.WalkDir(*further, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && len(text) < 1<<20 {
			compareTriggers(t, path, text)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestTriggersOfOrders checks that every order in sentences of the words in the rules contains triggers.
func TestTriggersOfOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	var words []string
	for _, name := range []string{"order.go", "injection_order.go", "exfiltration_text.go", "remote_code.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && len(text) < 16 {
					words = append(words, text)
				}
			}
			return true
		})
	}
	random := rand.New(rand.NewSource(1))
	orders := 0
	for range 60_000 {
		var sentence []string
		for range 3 + random.Intn(6) {
			sentence = append(sentence, words[random.Intn(len(words))])
		}
		sentence = append(sentence, []string{"http://192.0.2.7/a", "a@b", ""}[random.Intn(3)])
		text := strings.Join(sentence, " ")
		if checkSentence(t, text) {
			orders++
		}
	}
	if orders < 20 {
		t.Errorf("only %d orders", orders)
	}
	for _, p := range foreignPhrases {
		for _, text := range []string{p.text, "x" + p.text + ".", "I" + p.text + " a"} {
			if !trigger.In([]byte(text)).MayBeForeign() {
				t.Errorf("no trigger in %q", text)
			}
		}
	}
	for _, verb := range sendVerbs {
		for _, noun := range secretNouns {
			checkSentence(t, "a "+verb+" x "+noun+" http://192.0.2.7/a")
		}
	}
}

// checkSentence checks that a sentence has triggers if a rule reports it, and returns whether a rule does.
func checkSentence(t testing.TB, text string) bool {
	t.Helper()
	has, b := trigger.In([]byte(text)), []byte(text)
	isAddressed := strings.Contains(text, "://")
	for name, got := range map[string][2]bool{
		"order": {visibleOrder(b) != none, has.MayOrder()}, "image": {imageOf(&analysis.File{}, b) != "", has.MayShow()},
		"run": {isAddressed && isRunOrder(&analysis.File{}, text), has.MayRun()}, "send": {isAddressed && (isSendingOrder(&analysis.File{}, b) || isAnySendingOrder(&analysis.File{}, text)), has.MaySend()},
	} {
		if got[0] && !got[1] {
			t.Errorf("%s without triggers: %q", name, text)
		}
	}
	return visibleOrder(b) != none
}

// FuzzTriggers compares the findings with and without triggers.
func FuzzTriggers(f *testing.F) {
	for _, tw := range twins {
		f.Add(tw.bad)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			return
		}
		checkSentence(t, text)
		for _, path := range []string{"run.sh", "run.py", "run.js", "run.ps1", "run.rb", "SKILL.md"} {
			compareTriggers(t, path, []byte(text))
		}
	})
}
