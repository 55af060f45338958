package cli

import (
	"context"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/view/cleo"
	"github.com/spf13/cobra"
)

func (p *program) loadCommand() *cobra.Command {
	f := newLoadFlags()
	cmd := &cobra.Command{
		Use:   "load [flags] NAME[,NAME ...]",
		Short: "print what CLEO, triagent or progressive put into a subagent's context",
		Long: "NAME is the name, directory or file of a skill or subagent. The first skill is the primary one; the others support\n" +
			"it. For a subagent, its preloaded skills are used. Standard output is the payload only; standard error lists the\n" +
			"truncation steps and unresolved placeholders. Commands in a skill are never run.\n\n" +
			"CLEO allows 15,000 tokens of skills and 70,000 in total. Above that, it drops references first, then the bodies of\n" +
			"supporting skills, then sections and lines of the primary skill, and finally tries the lowest strategy. For\n" +
			"triagent, the payload is the result of load_skill; for progressive, it is the file.\n\n" +
			"With --check, the exit code is 1 if a placeholder is unresolved or if the spawn would fail (its exit codes: 4 for\n" +
			"a task without an id, 6 for a missing skill or a skill for another model, 10 if over the limit).\n" +
			"`load --check FILE` checks an existing payload or an orchestrator's spawn JSON; - is standard input.",
		Example: "  skilllint load ct-research-agent --set TASK_ID=T1 --set TOPIC_SLUG=auth\n" +
			"  skilllint load ct-spec-writer,ct-docs-write --strategy auto --task task.json --format json\n" +
			"  cleo orchestrator spawn T1 | skilllint load --check -\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.load(cmd, f, args)
		},
	}
	f.register(cmd)
	return cmd
}

// load runs the command load.
func (p *program) load(cmd *cobra.Command, f *loadFlags, args []string) error {
	names, err := namesOf(args, f.check)
	if err != nil {
		return err
	}
	maybe := false
	if f.check && len(names) == 1 {
		var is bool
		if is, maybe = cleo.IsPayload(names[0]); is {
			return p.checkPayload(cmd, f, names[0])
		}
		f.allowEmpty = f.allowEmpty || maybe
	}
	l := &cleo.Library{}
	result, err := p.collect(cmd.Context(), &f.sourceFlags, cleo.Roots(names), func(req *lint.Request) { req.Whole, l.Dir = true, req.Dir }, l.Collect())
	if err != nil {
		return err
	}
	l.Root = func(file *analysis.File) *os.Root { return result.Writable(file).Disk }
	if maybe && l.IsFile(names[0]) {
		return p.checkPayload(cmd, f, names[0])
	}
	nodes, err := l.Find(names)
	if err != nil {
		return err
	}
	client := f.client.value
	if client == "" {
		if client, err = l.ClientOf(nodes); err != nil {
			return err
		}
	}
	if err := f.checkClient(cmd, client); err != nil {
		return err
	}
	if err := p.viewNotices(result, brokenNotices(result)); err != nil {
		return err
	}
	if client != "cleo" {
		other, err := l.PlainPayload(f.options(p, cmd), client, nodes)
		if err != nil {
			return err
		}
		if f.format.value == "json" {
			return p.JSON(other.JSON())
		}
		return p.ExactText(other.Text)
	}
	s, err := l.Spawn(f.options(p, cmd), nodes)
	if err != nil {
		return err
	}
	if err := p.showSpawn(s, f.format.value); err != nil {
		return err
	}
	if f.check && s.Fails() {
		return &foundError{}
	}
	return nil
}

func (p *program) showSpawn(s *cleo.Spawn, format string) error {
	if format == "json" {
		return p.JSON(s.JSON(rulePage))
	}
	text := s.Prompt
	if text != "" {
		text += "\n"
	}
	if err := p.ExactText(text); err != nil {
		return err
	}
	p.Notes(s.Remarks())
	return nil
}

// namesOf splits the argument at commas.
func namesOf(args []string, check bool) ([]string, error) {
	const example = "for example: skilllint load ct-research-agent,ct-docs-write"
	switch {
	case len(args) == 0 && check:
		return nil, usagef("missing name: specify a skill or subagent, a file with a payload or spawn JSON, or - for standard input")
	case len(args) == 0:
		return nil, usagef("missing skill or subagent, %s", example)
	case len(args) > 1:
		return nil, usagef("separate names with commas: skilllint load %s", strings.Join(args, ","))
	}
	if args[0] == "-" && !check {
		return nil, usagef("cannot load from standard input; to check a payload, use load --check -")
	}
	names := strings.Split(args[0], ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if names[i] == "" {
			return nil, usagef("empty name in %s, %s", quote.Text(args[0]), example)
		}
	}
	return names, nil
}

// payloadFlags are the flags that apply to an existing payload.
var payloadFlags = map[string]bool{"check": true, "format": true}

// checkPayload runs load --check FILE. It reports unresolved placeholders in a payload or in the spawn JSON of an orchestrator,
// and whether the spawn would fail.
func (p *program) checkPayload(cmd *cobra.Command, f *loadFlags, name string) error {
	for _, flag := range cleoFlags {
		if cmd.Flags().Changed(flag) && !payloadFlags[flag] {
			return usagef("--%s does not apply to the existing payload %s", flag, quote.Text(name))
		}
	}
	j, err := cleo.ReadPayload(name, os.Stdin)
	if err != nil {
		return err
	}
	conventions, err := p.conventionsAt(&f.sourceFlags, j.Name)
	if err != nil {
		return err
	}
	j.Check(conventions)
	if f.format.value == "json" {
		err = p.JSON(j.JSON(rulePage))
	} else {
		j.Text(p.People())
	}
	if err == nil && j.Fails() {
		return &foundError{}
	}
	return err
}

// conventionsAt returns the placeholders that are configured for the directory of a payload; for standard input, that is the
// working directory.
func (p *program) conventionsAt(f *sourceFlags, name string) (*analysis.Conventions, error) {
	if name == "<stdin>" {
		name = "."
	}
	req, err := p.request(f, nil, nil)
	if err != nil {
		return nil, err
	}
	here, err := lint.Explain(context.Background(), req, name)
	if err != nil {
		return nil, err
	}
	file := &analysis.File{Rel: here.Rel}
	here.Config.Base().Extend(file)
	return file.Conventions, nil
}
