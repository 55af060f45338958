package mcp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/clients/startup"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/internal/view/compat"
	viewconfig "github.com/skilllint/skilllint/internal/view/config"
	viewcontext "github.com/skilllint/skilllint/internal/view/context"
)

type explainInput struct {
	Rule string `json:"rule" jsonschema:"name of a rule, such as links/broken, or of a group, such as links"`
}

type explainOutput struct {
	Rules    []string `json:"rules" jsonschema:"the rule, or the rules of the group with what they report"`
	Markdown string   `json:"markdown" jsonschema:"documentation of the rule; empty for a group"`
}

func (s *server) explain(ctx context.Context, in explainInput) (explainOutput, error) {
	list, err := viewconfig.Here(ctx, s.base(), s.Root)
	list.Page = s.Page
	found := list.Find(in.Rule)
	out := explainOutput{Rules: []string{}}
	for _, r := range found {
		out.Rules = append(out.Rules, sanitize(r.Analyzer.Name+": "+r.Analyzer.Doc))
	}
	switch {
	case len(found) == 0 && err != nil:
		return out, err
	case len(found) == 0:
		return out, fmt.Errorf("unknown rule %s%s", quote.Text(in.Rule), config.NearRule(in.Rule, s.Rules))
	case viewconfig.GroupOf(found[0].Analyzer) == strings.TrimSuffix(in.Rule, "/"):
		return out, nil
	case len(found) > 1:
		return out, viewconfig.Ambiguous(in.Rule, found)
	}
	out.Markdown = truncate(list.Explain(found[0]), maxPatch)
	return out, nil
}

type compatInput struct {
	Paths   []string `json:"paths,omitempty" jsonschema:"files and directories, relative to the root; default: everything"`
	Clients []string `json:"clients,omitempty" jsonschema:"IDs of clients, such as codex and claude-code; default: all"`
}

type compatOutput struct {
	Skills  []compatSkill `json:"skills" jsonschema:"sorted by path"`
	Omitted int           `json:"omitted" jsonschema:"skills beyond the first 100: pass fewer paths to get them"`
}

type compatSkill struct {
	Path    string         `json:"path"`
	Name    string         `json:"name"`
	Clients []compatClient `json:"clients"`
}

type compatClient struct {
	ID      string   `json:"id"`
	Status  string   `json:"status" jsonschema:"what the client does with the skill, loads, partial (something is lost or changed), rejected or unknown"`
	Reasons []string `json:"reasons" jsonschema:"why it is not loaded as written"`
}

func (s *server) compat(ctx context.Context, in compatInput) (compatOutput, error) {
	targets := in.Clients
	if len(targets) == 0 {
		targets = loader.IDs()
	}
	if err := checkClients(targets, loader.IDs()); err != nil {
		return compatOutput{}, err
	}
	paths, err := s.paths(in.Paths)
	if err != nil {
		return compatOutput{}, err
	}
	read := compat.Readings{}
	req := s.base()
	req.Paths, req.Targets, req.Analyzers, req.Limit = paths, targets, []*analysis.Analyzer{read.Collect()}, false
	result, err := lint.Run(ctx, req)
	if err != nil {
		return compatOutput{}, err
	}
	table := compat.New(targets, result.Files, result.Links, read)
	out := compatOutput{Skills: []compatSkill{}, Omitted: max(0, table.Len()-maxRows)}
	table.Each(maxRows, func(path, name string, verdicts []loader.Verdict) {
		skill := compatSkill{Path: sanitize(path), Name: sanitize(name), Clients: []compatClient{}}
		for _, v := range verdicts {
			c := compatClient{v.Client, string(v.Status), []string{}}
			for _, g := range v.Grounds[:min(len(v.Grounds), 5)] {
				c.Reasons = append(c.Reasons, sanitize(g.Describe()))
			}
			skill.Clients = append(skill.Clients, c)
		}
		out.Skills = append(out.Skills, skill)
	})
	return out, nil
}

// checkClients rejects unknown client IDs.
func checkClients(ids, available []string) error {
	for _, id := range ids {
		if !slices.Contains(available, id) {
			return fmt.Errorf("unknown client %s%s", quote.Text(id), config.Hint(id, available))
		}
	}
	return nil
}

type contextInput struct {
	Directory string   `json:"directory,omitempty" jsonschema:"where the clients start, relative to the root; default: the root"`
	Clients   []string `json:"clients,omitempty" jsonschema:"IDs of clients, such as codex and claude-code; default: all"`
	File      string   `json:"file,omitempty" jsonschema:"a file that the clients work on, relative to the directory: also return what they load for it"`
}

type contextOutput struct {
	Clients []contextClient `json:"clients"`
}

type contextClient struct {
	ID        string        `json:"id"`
	Tokens    int           `json:"tokens" jsonschema:"of all parts at start-up, counted with o200k"`
	Parts     []contextPart `json:"parts" jsonschema:"in the order of the prompt"`
	Omitted   int           `json:"omitted" jsonschema:"parts beyond the first 100"`
	Estimates []string      `json:"estimates" jsonschema:"what is not known exactly"`
	Notes     []string      `json:"notes"`
}

type contextPart struct {
	Kind   string `json:"kind" jsonschema:"instructions, skill list, subagent, command or MCP server"`
	Name   string `json:"name,omitempty"`
	Path   string `json:"path,omitempty"`
	State  string `json:"state" jsonschema:"loaded, truncated, empty, omitted, missing or on-demand"`
	Reason string `json:"reason,omitempty" jsonschema:"why it is not"`
	Tokens int    `json:"tokens" jsonschema:"at start-up; -1: unknown"`
	Later  int    `json:"later" jsonschema:"tokens that are loaded with the file"`
}

func (s *server) context(_ context.Context, in contextInput) (contextOutput, error) {
	out := contextOutput{Clients: []contextClient{}}
	if err := checkClients(in.Clients, startup.IDs("")); err != nil {
		return out, err
	}
	dir, info, err := s.path(in.Directory)
	if err == nil && !info.IsDir() {
		err = errors.New(quote.Text(in.Directory) + " is a file; pass a directory")
	}
	if err == nil && in.File != "" && (len(in.File) > analysis.MaxPath || !filepath.IsLocal(filepath.FromSlash(in.File))) {
		err = fmt.Errorf("invalid file %s: must be relative to the directory, without \"..\"", quote.Text(in.File))
	}
	if err != nil {
		return out, err
	}
	report, err := viewcontext.New(in.Clients, clientfs.Options{Dir: s.Root, Tree: dir, Ceilings: filepath.Dir(s.Root)}, in.File, tokenizer.O200k)
	if err != nil {
		return out, err
	}
	top := filepath.ToSlash(s.Root) + "/"
	short := func(text string) string { return sanitize(strings.ReplaceAll(text, top, "")) }
	for _, x := range report.Contexts {
		c := contextClient{ID: x.Client.ID, Tokens: x.Tokens(""), Parts: []contextPart{}, Estimates: []string{}, Notes: []string{}, Omitted: max(0, len(x.Parts)-maxRows)}
		for _, p := range x.Parts[:min(len(x.Parts), maxRows)] {
			c.Parts = append(c.Parts, contextPart{string(p.Kind), sanitize(p.Name), short(p.Path), string(p.State), short(p.Reason), p.Tokens, p.Later})
		}
		for _, text := range x.Estimates {
			c.Estimates = append(c.Estimates, short(text))
		}
		for _, text := range x.Notes[:min(len(x.Notes), maxNotices)] {
			c.Notes = append(c.Notes, short(text))
		}
		out.Clients = append(out.Clients, c)
	}
	return out, nil
}
