package cli

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/internal/setup"
	"github.com/skilllint/skilllint/internal/view/viewtest"
	"github.com/skilllint/skilllint/rules"
)

var update = viewtest.Update

const (
	programVariable = "SKILLLINT_TEST_PROGRAM" // makes the test binary run as "skilllint", or with any other value as demo
	raceOptions     = "GORACE"                 // options of the race detector
)

func TestMain(m *testing.M) {
	switch os.Getenv(programVariable) {
	case "":
	case "skilllint":
		os.Exit(Main(rules.All()))
	default:
		os.Exit(Main(demoRules()))
	}
	memtemp.Use()
	os.Setenv(raceOptions, "atexit_sleep_ms=0") // started programs would each wait a second before they exit
	testscript.Main(m, map[string]func(){
		"skilllint": func() { os.Exit(Main(rules.All())) }, // the program itself
		"demo":      func() { os.Exit(Main(demoRules())) }, // with the rules in demoRules
	})
}

// TestKindsInHelp compares the kinds in the help of "new" with the templates. The help is a constant because each run creates
// all commands.
func TestKindsInHelp(t *testing.T) {
	cmd, _, err := Commands(rules.All()).Find([]string{"new"})
	if want := "KIND is one of " + strings.Join(setup.Kinds(), ", ") + ".\n"; err != nil || !strings.HasPrefix(cmd.Long, want) {
		t.Errorf("the help starts with %.150q, want %q (%v)", cmd.Long, want, err)
	}
}

// TestScripts runs the scripts in testdata/script, or one in four with -short and without -run.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() && flag.Lookup("test.run").Value.String() == "" {
		for i := range scripts[:len(scripts)/4] {
			scripts[i] = scripts[4*i]
		}
		scripts = scripts[:len(scripts)/4]
	}
	testscript.Run(t, testscript.Params{
		Files:         scripts,
		UpdateScripts: *update, ContinueOnError: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exit": exitCode, "utf16": writeUTF16, "large": writeLarge, "fits": fitsFormat, "until": until},
		Setup: func(e *testscript.Env) error {
			e.Setenv("CI", "")
			e.Setenv("GITHUB_ACTIONS", "")
			e.Setenv("NO_COLOR", "")
			e.Setenv("CLICOLOR_FORCE", "")
			e.Setenv(raceOptions, os.Getenv(raceOptions))
			return nil
		},
	})
}

// exitCode implements "exit CODE PROGRAM [ARG ...]": it runs a program and compares its exit code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM [ARG ...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\nstdout:\n%s\nstderr:\n%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// until implements "until FILE PATTERN": it waits until a file matches a pattern.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: until FILE PATTERN")
	}
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	var text []byte
	for range 2000 {
		if text, err = os.ReadFile(ts.MkAbs(args[0])); err == nil && pattern.Match(text) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	ts.Fatalf("%s does not match %s; content:\n%s", args[0], args[1], text)
}

// fitsFormat implements "fits FORMAT": it validates standard output against the published schema of a format.
func fitsFormat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fits FORMAT")
	}
	format, err := outputSchema(args[0])
	ts.Check(err)
	ts.Check(fitsSchema(format, []byte(ts.ReadFile("stdout"))))
}

// writeUTF16 implements "utf16 FILE": it writes a skill in UTF-16.
func writeUTF16(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	b.WriteString("\xff\xfe")
	for _, c := range []byte("---\nname: utf16\ndescription: Is no UTF-8.\n---\n# Text\n") {
		b.Write([]byte{c, 0})
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

// writeLarge implements "large FILE": it writes a skill that exceeds the size limit.
func writeLarge(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o755))
	text := append([]byte("---\nname: large\ndescription: Is large.\n---\n"), bytes.Repeat([]byte("word\n"), 2<<20)...)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o600))
}

type shoutOptions struct {
	Mark  string   `yaml:"mark" doc:"what counts as shouting"`
	Allow []string `yaml:"allow" doc:"lines that may shout"`
}

// demoRules are rules for scripts. Unlike the real rules, they do not change.
func demoRules() []*analysis.Analyzer {
	source := analysis.Source{Kind: analysis.Opinion, Name: "these tests", Checked: "2026-11-21"}
	rule := func(name, doc string, s analysis.Severity, run func(*analysis.Pass) error) *analysis.Analyzer {
		return &analysis.Analyzer{Name: name, Doc: doc, Severity: s, Scope: analysis.PerDocument,
			Kinds: analysis.Skill, Source: source, Run: run}
	}
	shout := rule("demo/shout", "a line that shouts", analysis.Warning, findShouts)
	shout.Options = &shoutOptions{Mark: "!"}
	shout.Aliases = []string{"demo/loud"}
	return []*analysis.Analyzer{
		shout,
		rule("demo/error", "the word ERROR", analysis.Error, findWord("ERROR")),
		rule("demo/info", "the word INFO", analysis.Info, findWord("INFO")),
		rule("demo/strict", "the word STRICT", analysis.Off, findWord("STRICT")),
		rule("trouble/panic", "the word PANIC", analysis.Error, func(p *analysis.Pass) error {
			if bytes.Contains(p.Document.Source, []byte("PANIC")) {
				panic("as asked")
			}
			return nil
		}),
		rule("trouble/stuck", "the word STUCK", analysis.Error, findStuck),
	}
}

func findWord(word string) func(*analysis.Pass) error {
	return func(p *analysis.Pass) error {
		d := p.Document
		for at := 0; ; {
			i := bytes.Index(d.Source[at:], []byte(word))
			if i < 0 {
				return nil
			}
			at += i + len(word)
			p.Reportf(analysis.Range{Start: at - len(word), End: at}, "%s occurs here", word)
		}
	}
}

func findShouts(p *analysis.Pass) error {
	o, d := analysis.OptionsOf[shoutOptions](p), p.Document
	for n := 1; n <= d.LineCount(); n++ {
		r := d.LineRange(n)
		line := d.Text(r)
		if !bytes.HasSuffix([]byte(line), []byte(o.Mark)) || contains(o.Allow, line) {
			continue
		}
		p.Reportf(r, "%q shouts; write it calmly", line)
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}

// findStuck writes the file "stuck" when it starts. It returns after the run ends: on STUCK, it ignores the cancellation.
func findStuck(p *analysis.Pass) error {
	switch src := p.Document.Source; {
	case bytes.Contains(src, []byte("STUCK")):
		_ = os.WriteFile(filepath.Join(os.TempDir(), "stuck"), nil, 0o600)
		time.Sleep(20 * time.Second)
	case bytes.Contains(src, []byte("WAITING")):
		_ = os.WriteFile(filepath.Join(os.TempDir(), "stuck"), nil, 0o600)
		<-p.Context.Done()
	}
	return nil
}
