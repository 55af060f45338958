package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/config"
	"golang.org/x/tools/txtar"
)

// configurationPage is the reference of .skilllint.yaml. Its sections contain files, and commands with their output:
//
//   - a yaml block is written to .skilllint.yaml, or to the file named on the preceding line, such as
//     "`skills/.skilllint.yaml`:"; blocks of json, jsonl and markdown require such a line;
//   - a console block is a list of commands, "$ skilllint …", each with its output.
//
// The other files of a section are in testdata/configuration/<title>.txtar, the title in lower case with hyphens. The commands
// run in order, each with the files of the preceding blocks. With -update, their output is written to the page.
const configurationPage = "../../docs/configuration.md"

// housePage documents custom rules. It has the same format, with its files in testdata/house-rules.
const housePage = "../../docs/house-rules.md"

var (
	heading   = regexp.MustCompile("(?m)^##+ `?([A-Za-z. -]+?)`?$")
	codeBlock = regexp.MustCompile("(?m)^(?:`([^`\n]+)`:\n\n)?```(yaml|json|jsonl|markdown|console)\n((?s:.*?)\n)```$")
)

func TestHousePage(t *testing.T) { runPage(t, housePage, "house-rules") }

func TestConfigurationPage(t *testing.T) {
	sections := runPage(t, configurationPage, "configuration")
	for _, key := range config.Keys() {
		if key == "house" {
			key = "custom-rules" // an alias
		}
		if !sections[key] {
			t.Errorf("%s has no section %q", configurationPage, "## `"+key+"`")
		}
	}
}

// runPage runs the commands of a page and returns its section titles. trees is the directory in testdata with the files of the
// sections.
func runPage(t *testing.T, file, trees string) map[string]bool {
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page, at := string(source), 0
	var out strings.Builder
	starts := heading.FindAllStringSubmatchIndex(page, -1)
	sections := map[string]bool{}
	for i, start := range starts {
		end := len(page)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		title := page[start[2]:start[3]]
		sections[title] = true
		out.WriteString(page[at:start[1]])
		section := page[start[1]:end] // unchanged where -run excludes it
		if strings.Contains(section, "\n```console\n") {
			t.Run(title, func(t *testing.T) {
				name := strings.ReplaceAll(strings.ToLower(title), " ", "-")
				section = runSection(t, filepath.Join("testdata", trees, name+".txtar"), section)
			})
		}
		out.WriteString(section)
		at = end
	}
	out.WriteString(page[at:])
	if *update && !t.Failed() {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return sections
}

// runSection runs the commands of a section and returns it with their output.
func runSection(t *testing.T, archive, text string) string {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatalf("files of the section: %v", err)
	}
	for _, f := range tree.Files {
		write(f.Name, f.Data)
	}
	text = codeBlock.ReplaceAllStringFunc(text, func(whole string) string {
		m := codeBlock.FindStringSubmatch(whole)
		name, language, content := m[1], m[2], m[3]
		switch {
		case language == "console":
			got := runCommands(t, dir, content)
			if diff := cmp.Diff(content, got); diff != "" && !*update {
				t.Errorf("output differs (-page +got):\n%s", diff)
			}
			return strings.Replace(whole, content, got, 1)
		case name != "":
			write(name, []byte(content))
		case language == "yaml":
			write(config.Name, []byte(content))
		}
		return whole
	})
	return text
}

// runCommands runs the commands of a console block and returns them with their output.
func runCommands(t *testing.T, dir, console string) string {
	var out bytes.Buffer
	for line := range strings.Lines(console) {
		command, ok := strings.CutPrefix(line, "$ skilllint")
		if !ok {
			continue
		}
		out.WriteString(line)
		cmd := exec.Command(os.Args[0], strings.Fields(strings.ReplaceAll(command, "'", ""))...)
		cmd.Args[0], cmd.Dir, cmd.Env = "skilllint", dir, append(os.Environ(), "CI=", "GITHUB_ACTIONS=", "CLICOLOR_FORCE=")
		printed, err := cmd.CombinedOutput()
		if exit := cmd.ProcessState; exit == nil || exit.ExitCode() > 1 {
			t.Errorf("%s: %v\n%s", line, err, printed)
		}
		out.Write(printed)
	}
	return out.String()
}
