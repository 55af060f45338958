package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A NewFile is a file that init writes.
type NewFile struct {
	rel  string // below the root, with "/"
	text string
	old  bool // the file exists and is extended
}

// Files returns the files to write. Nothing is written before all are complete.
func (i *Init) Files(ctx context.Context) ([]NewFile, error) {
	var files []NewFile
	add := func(rel, text string, old bool) error {
		if err := i.checkWritable(rel, old); err != nil {
			return err
		}
		files = append(files, NewFile{rel, text, old})
		return nil
	}
	if !i.keep {
		rules := hints(slices.DeleteFunc(slices.Clone(i.report.Findings), isInfo))
		o := Options{Extends: i.extends, Rules: rules}
		if i.Baseline {
			o.Baseline = baseline.Name
		}
		text := Config(i.found, o)
		if err := add(path.Join(i.dir, config.Name), text, false); err != nil {
			return nil, err
		}
	}
	if i.Baseline {
		if err := i.checkWritable(path.Join(i.dir, baseline.Name), false); err != nil {
			return nil, err
		}
		name := path.Join(i.dir, ".gitattributes")
		old, err := i.read(name)
		if err != nil {
			return nil, err
		}
		if text := Attributes(old, baseline.Name); text != nil {
			if err := add(name, string(text), old != nil); err != nil {
				return nil, err
			}
		}
	}
	fails := i.report.Summary.Errors > 0 && !i.Baseline
	if i.Workflow {
		text := Workflow(i.branch(ctx), i.Release, !fails)
		if err := add(WorkflowFile, text, false); err != nil {
			return nil, err
		}
	}
	if i.PreCommit {
		old, err := i.read(PreCommitFile)
		if err != nil {
			return nil, err
		}
		text, err := PreCommit(old, i.Release, fails)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", i.display(PreCommitFile), err)
		}
		if err := add(PreCommitFile, string(text), old != nil); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// branch returns the default branch for the workflow, or "main" if its name has unusual characters.
func (i *Init) branch(ctx context.Context) string {
	name := vcs.DefaultBranch(ctx, i.root.Dir)
	if name == "" || !Plain(name) {
		return "main"
	}
	return name
}

// checkWritable returns an error if a file cannot be created or changed.
func (i *Init) checkWritable(rel string, old bool) error {
	full := filepath.Join(i.root.Dir, filepath.FromSlash(rel))
	if _, err := i.Output.Resolve(full, safefile.Options{}); err != nil {
		return fmt.Errorf("%s: %w", i.display(rel), treefs.WithoutPath(err))
	}
	_, err := os.Lstat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", i.display(rel), treefs.WithoutPath(err))
	case !old:
		return fmt.Errorf("%s already exists; nothing was written", i.display(rel))
	}
	return nil
}

// maxRead is the maximum size of an existing file that init changes.
const maxRead = 1 << 20

// read returns the content of a file below the root, or nil.
func (i *Init) read(rel string) ([]byte, error) {
	info, err := i.root.FS.Lstat(rel)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", i.display(rel), treefs.WithoutPath(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is %s; nothing was written", i.display(rel), treefs.TypeName(info.Mode()))
	}
	content := treefs.ReadFile(i.root.FS, rel, maxRead)
	if content == nil {
		return nil, fmt.Errorf("cannot read %s, or it has more than %s; nothing was written", i.display(rel), quote.Plural(maxRead, "byte"))
	}
	return content, nil
}

// Write writes files.
func (i *Init) Write(files []NewFile) error {
	for _, file := range files {
		full := filepath.Join(i.root.Dir, filepath.FromSlash(file.rel))
		err := treefs.WithoutPath(i.Output.Write(full, safefile.Options{New: !file.old}, func(w io.Writer) error {
			_, err := io.WriteString(w, file.text)
			return err
		}))
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", i.display(file.rel), err)
		}
		verb := "Created"
		if file.old {
			verb = "Updated"
		}
		fmt.Fprintf(i.People(), "%s %s.\n", verb, escape.String(i.display(file.rel)))
	}
	return nil
}

// Show prints files instead of writing them.
func (i *Init) Show(files []NewFile) {
	w := i.People()
	for _, file := range files {
		fmt.Fprintf(w, "Would write %s:\n", escape.String(i.display(file.rel)))
		for line := range strings.Lines(file.text) {
			fmt.Fprintf(w, "    %s\n", escape.String(strings.TrimRight(line, "\r\n")))
		}
	}
}

// PrintSummary prints the files that were found, unless there is a configuration.
func (i *Init) PrintSummary() {
	if i.keep {
		return
	}
	w := i.People()
	rows := [][]string{{"FILES", "KIND", "DIALECT", "DIRECTORY", "REASON"}}
	width := len(rows[0][0])
	for _, g := range i.found.Groups {
		dialect := g.Dialect
		if dialect == "" {
			dialect = "-"
		}
		where := g.Where + "/"
		if g.Where == "." {
			where = "."
		}
		rows = append(rows, []string{fmt.Sprintf("%*s", width, quote.Count(g.Count)), g.Kind.String(), dialect, where, g.Why})
	}
	if len(rows) > 1 {
		for _, line := range term.Rows(rows) {
			fmt.Fprintln(w, escape.Fit(line, term.Width(i.OutFile)))
		}
		fmt.Fprintln(w)
	}
}
