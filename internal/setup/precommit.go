package setup

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// Repository is the URL of skilllint's repository.
const Repository = "https://github.com/skilllint/skilllint"

// A Release is the version of skilllint that CI files use.
type Release struct {
	Ref  string // a commit; or a tag or branch
	Note string // a comment after Ref; empty: none
}

func (r Release) String() string {
	if r.Note == "" {
		return r.Ref
	}
	return r.Ref + " # " + r.Note
}

// PreCommit returns a pre-commit configuration with the hook of skilllint: a new one, or old with the hook added after
// the last entry. With staged, the hook reports only new findings of a commit.
func PreCommit(old []byte, r Release, staged bool) ([]byte, error) {
	if len(bytes.TrimSpace(old)) == 0 {
		return []byte("repos:\n" + hook("  ", "\n", r, staged)), nil
	}
	repos, err := reposOf(old)
	if err != nil {
		return nil, err
	}
	for _, repo := range repos.Items {
		if at := repo.Get("repo"); at != nil && strings.TrimSuffix(at.Text, ".git") == Repository {
			return nil, errors.New("skilllint is already configured")
		}
	}
	if repos.Style == analysis.Flow || len(repos.Items) == 0 {
		return nil, manualError("unsupported form of repos", r, staged)
	}
	last := repos.Items[len(repos.Items)-1]
	start := bytes.LastIndexByte(old[:last.Range.Start], '\n') + 1
	dash := bytes.IndexByte(old[start:last.Range.Start], '-')
	if dash < 0 || len(bytes.Trim(old[start:start+dash], " ")) > 0 {
		return nil, manualError("unsupported form of the last entry", r, staged)
	}
	end := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		end = "\r\n"
	}
	at := lineEnd(old, last.Range.End)
	out := bytes.Clone(old[:at])
	if !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, end...)
	}
	out = append(out, hook(string(old[start:start+dash]), end, r, staged)...)
	out = append(out, old[at:]...)
	if changed, err := reposOf(out); err != nil || len(changed.Items) != len(repos.Items)+1 {
		return nil, manualError("unsupported form", r, staged)
	}
	return out, nil
}

// lineEnd returns the start of the line after an offset, or the offset itself if it is the start of a line.
func lineEnd(text []byte, at int) int {
	if at > 0 && text[at-1] == '\n' {
		return at
	}
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// reposOf returns the list of repositories in a configuration of pre-commit.
func reposOf(source []byte) (*analysis.Value, error) {
	tree := yamltree.Parse(source, analysis.Range{End: len(source)})
	if tree.Broken != nil || tree.Root == nil {
		return nil, errors.New("invalid YAML")
	}
	repos := tree.Root.Get("repos")
	if repos == nil || repos.Kind != analysis.List {
		return nil, errors.New("no list of repos")
	}
	return repos, nil
}

// manualError returns an error that contains the entry to add.
func manualError(why string, r Release, staged bool) error {
	return fmt.Errorf("%s; add this entry manually:\n%s", why, hook("  ", "\n", r, staged))
}

// hook returns the entry of skilllint in a list of repositories.
func hook(indent, end string, r Release, staged bool) string {
	lines := []string{"- repo: " + Repository, "  rev: " + r.String(), "  hooks:", "    - id: skilllint"}
	if staged {
		lines = append(lines, "      args: [--staged, --] # new findings only; -- separates file names")
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(indent + line + end)
	}
	return b.String()
}

// Attributes returns a .gitattributes file with a line that sets the merge driver of a baseline; nil if the
// file already has one.
func Attributes(old []byte, baseline string) []byte {
	for line := range bytes.Lines(old) {
		if fields := strings.Fields(string(line)); len(fields) > 1 && fields[0] == baseline {
			return nil
		}
	}
	end := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		end = "\r\n"
	}
	out := bytes.Clone(old)
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, end...)
	}
	return append(out, baseline+" merge=union"+end...)
}
