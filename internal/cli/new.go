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
	"strings"
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
		Short: "begin a skill, agent, command, persona, registry entry, output file, …",
		Long: "The file has everything that its loader needs, and nothing that a rule finds. KIND is one of\n" +
			strings.Join(setup.Kinds(), ", ") + ".\n" +
			"Nothing is overwritten. \"registry\" adds an entry to skills/manifest.json, for a skill that is there.",
		Example: "  skilllint new skill sort-mail\n  skilllint new agent reviewer --dialect cursor\n" +
			"  skilllint new persona developer --in skills/team\n  skilllint new output T123-sort-mail --in claudedocs/agent-outputs\n",
		ValidArgsFunction: completeNew,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(named{&dialect, "NAME"}, "dialect", "whose file it is (default: agentskills for a skill, claude-code for an agent, command or plugin, else the one that has the kind)")
	set.StringVar(&in, "in", "", "put it in `FOLDER` (default: where the agent looks)")
	addGroups(cmd, set)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		t, err := setup.ChooseTemplate(args, dialect.value)
		if err != nil {
			return err
		}
		if in == "" {
			in = t.In
		}
		if in == "" {
			return usagef("say which folder the %s is to be in: skilllint new %s %s --dialect %s --in FOLDER", t.Kind, t.Kind, args[1], t.Dialect)
		}
		if t.Kind == "registry" {
			return p.register(t, args[1], in)
		}
		file, err := t.File(args[1], today())
		if err != nil {
			return err
		}
		next := "Fill it in"
		if t.Kind == "output" { // without its entry nobody, lint included, looks for it
			next = "Fill it in, append its entry to the MANIFEST.jsonl beside it"
		}
		return p.begin(path.Join(filepath.ToSlash(in), file.Path), file.Text, next)
	}
	return cmd
}

func completeNew(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return setup.Kinds(), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// today is the day that files are dated: SOURCE_DATE_EPOCH's where it is set, so that two runs
// give the same.
func today() string {
	now := time.Now()
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(seconds, 0).UTC()
	}
	return now.Format(time.DateOnly)
}

// begin writes a file that must not be there yet, and says what is next.
func (p *program) begin(name, text, next string) error {
	err := p.writeBelow(name, safefile.Options{New: true, Links: true}, text)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%s is there already; nothing was written", name)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	fmt.Fprintf(p.People(), "Wrote %s. %s, then: skilllint %s\n", name, next, quote.Argument(path.Dir(name)))
	return nil
}

// writeBelow writes a file of a tree that strangers wrote, and into no other: the tree is that of the working
// directory, and the repository that the path names.
func (p *program) writeBelow(name string, o safefile.Options, text string) error {
	native := filepath.FromSlash(name)
	dir, err := workingDirectory()
	if err != nil {
		return err
	}
	ceilings := p.Env("GIT_CEILING_DIRECTORIES")
	for _, tree := range []string{lint.TreeAround(dir, config.Name, ceilings), lint.TreeAround(dir, native, ceilings)} {
		if err := p.files.Distrust(tree); err != nil {
			return treefs.WithoutPath(err)
		}
	}
	return p.writeFile(native, o, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// register adds an entry to a registry, or begins one with it.
func (p *program) register(t setup.Template, name, in string) error {
	registry, text, err := t.RegisterSkill(name, in, today())
	if err != nil {
		return err
	}
	if err := p.writeBelow(registry, safefile.Options{Links: true}, text); err != nil {
		return fmt.Errorf("write %s: %w", registry, err)
	}
	fmt.Fprintf(p.People(), "Registered %s in %s.\n", name, registry)
	return nil
}
