package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/setup"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) newCommand() *cobra.Command {
	dialect := choice{what: "dialect", words: schema.Names()}
	in := ""
	cmd := &cobra.Command{
		Use:   "new [flags] KIND NAME",
		Short: "create a skill, subagent, command … from a template",
		Long: "KIND is one of agent, command, instructions, output, persona, plugin, prompt, registry, rule, skill.\n" +
			"The file is complete except for its TODO placeholders, which skilllint reports until you replace them,\n" +
			"as it reports a plugin that has no components yet.\n" +
			"It is created where the clients of the repository look for it: in .claude/skills if that directory exists, for example.\n" +
			"\"registry\" adds an existing skill to skills/manifest.json. Existing files are never overwritten.",
		Example: "  skilllint new skill sort-mail\n  skilllint new agent reviewer --dialect cursor\n" +
			"  skilllint new persona developer --in skills/team\n  skilllint new output T123-sort-mail --in claudedocs/agent-outputs\n",
		ValidArgsFunction: completeNew,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(namedValue{&dialect, "NAME"}, "dialect", "dialect of the file (default: from the directories of the repository, or else agentskills for skills and claude-code for the rest)")
	set.StringVar(&in, "in", "", "create it in `DIR` (default: where the client looks)")
	addGroups(cmd, set)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		t, err := setup.ChooseTemplate(os.DirFS("."), args, dialect.value)
		if err != nil {
			return err
		}
		if in == "" {
			in = t.In
		}
		if in == "" {
			return usagef("missing directory: skilllint new %s %s --dialect %s --in DIR", t.Kind, args[1], t.Dialect)
		}
		if t.Kind == "registry" {
			return p.register(t, args[1], in)
		}
		file, err := t.File(args[1], today())
		if err != nil {
			return err
		}
		next := "Replace the placeholders"
		if t.Kind == "output" { // outputs are recognized by the entries that name them
			next = "Replace the placeholders, append its entry to MANIFEST.jsonl in the same directory"
		}
		return p.create(path.Join(filepath.ToSlash(in), file.Path), file.Text, next)
	}
	return cmd
}

func completeNew(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return setup.Kinds(), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// today returns the date for new files: that of SOURCE_DATE_EPOCH if set, for reproducible output.
func today() string {
	now := time.Now()
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(seconds, 0).UTC()
	}
	return now.Format(time.DateOnly)
}

// create writes a new file and prints the next step.
func (p *program) create(name, text, next string) error {
	err := p.writeBelow(name, safefile.Options{New: true, Links: true}, text)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%s already exists; nothing was written", name)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	fmt.Fprintf(p.People(), "Created %s. %s, then run: skilllint %s\n", name, next, quote.Argument(path.Dir(name)))
	return nil
}

// writeBelow writes a file without following links that point outside the workspace: that of the working directory and that of
// the path.
func (p *program) writeBelow(name string, o safefile.Options, text string) error {
	native := filepath.FromSlash(name)
	dir, err := workingDirectory()
	if err != nil {
		return err
	}
	ceilings := p.Env("GIT_CEILING_DIRECTORIES")
	for _, tree := range []string{lint.TreeAround(dir, config.Name, ceilings), lint.TreeAround(dir, native, ceilings)} {
		if err := p.files.AddUntrusted(tree); err != nil {
			return treefs.WithoutPath(err)
		}
	}
	return p.writeFile(native, o, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// register adds an entry to a registry, or creates the registry.
func (p *program) register(t setup.Template, name, in string) error {
	registry, text, err := t.RegisterSkill(name, in, today())
	if err != nil {
		return err
	}
	if err := p.writeBelow(registry, safefile.Options{Links: true}, text); err != nil {
		return fmt.Errorf("write %s: %w", registry, err)
	}
	fmt.Fprintf(p.People(), "Added %s to %s.\n", name, registry)
	return nil
}
