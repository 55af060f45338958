package conformance

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
)

// Listed returns the skill list that a model computes for a tree in a directory.
func Listed(a *catalog.Client, t *Tree, dir string) (catalog.List, error) {
	files, links := map[string][]byte{}, map[string]string{}
	for _, f := range t.Files {
		files[path.Join(dir, f.Path)] = f.Data
	}
	for _, l := range t.Links {
		links[path.Join(dir, l.Path)] = l.Target
	}
	if t.Git {
		files[path.Join(dir, Project, ".git/HEAD")] = []byte("ref: refs/heads/main\n")
	}
	r := RequestOf(a.ID, t, dir)
	return a.List(clientfs.FromMap(r.Start, r.Project, files, links), r)
}

// RequestOf returns the request for an agent and a tree in a directory.
func RequestOf(agent string, t *Tree, dir string) catalog.Request {
	r := catalog.Request{Start: path.Join(dir, t.Start), Window: t.Window, MaxContextTokens: t.Tokens, Builtins: t.Builtin || agent == "opencode" || agent == "kilo"}
	r.Project = path.Join(dir, t.Repository())
	if t.Home {
		r.Home = path.Join(dir, Home)
	}
	return r
}

// Against describes the first difference between the recorded list and a model's, or returns "" if they are equal.
func (l List) Against(list catalog.List, dir string) string {
	switch {
	case l.Error != "":
		return "no recorded list: " + l.Error
	case l.Blocks != nil:
		return l.againstBlocks(list.Text, dir)
	}
	if difference := l.Differs(list.Text); difference != "" {
		return difference
	}
	if table := tableOf(list); l.Table != table {
		return "table of roots: " + firstDifference(l.Table, table, "client", "model")
	}
	return ""
}

// tableOf formats the roots of a list that have an alias.
func tableOf(list catalog.List) string {
	var b strings.Builder
	for _, r := range list.Roots {
		if r.Alias != "" {
			fmt.Fprintf(&b, "- `%s` = `%s`\n", r.Alias, r.Path)
		}
	}
	return b.String()
}

// againstBlocks compares a list with the recorded entries. The caller of skills-ref selects the entries of a list, so only
// the skills directly in .agents/skills are required.
func (l List) againstBlocks(text, dir string) string {
	body, ok := strings.CutPrefix(text, "<available_skills>\n")
	if body, ok = cutSuffix(body, "</available_skills>\n", ok); !ok {
		return fmt.Sprintf("no skill list in %.100q", text)
	}
	recorded := map[string]Block{}
	for _, b := range l.Blocks {
		recorded[path.Join(dir, b.Path)] = b
	}
	for _, block := range strings.SplitAfter(body, "</skill>\n") {
		if block == "" {
			continue
		}
		_, location, _ := strings.Cut(block, "<location>\n")
		location, _, _ = strings.Cut(location, "\n</location>")
		switch b, known := recorded[location]; {
		case !known:
			return fmt.Sprintf("no recorded entry for %.300q", location)
		case b.Error != "":
			return fmt.Sprintf("the client rejects %s: %s; the model lists it", location, b.Error)
		case b.Sum != hash(block):
			return fmt.Sprintf("entry differs from the recorded hash: %.600q", block)
		}
		delete(recorded, location)
	}
	for at, b := range recorded {
		isDirect := path.Dir(path.Dir(b.Path)) == Project+"/.agents/skills" && !strings.HasPrefix(path.Base(path.Dir(b.Path)), ".")
		if b.Error == "" && isDirect {
			return "the model does not list " + at
		}
	}
	return ""
}

func cutSuffix(s, suffix string, ok bool) (string, bool) {
	rest, found := strings.CutSuffix(s, suffix)
	return rest, ok && found
}
