package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// listdata is the directory of the recorded lists, relative to the module root.
const listdata = "internal/clients/catalog/testdata"

func listsPath(set string) string { return filepath.Join(listdata, "lists-"+set+".jsonl.gz") }

// treeSets returns all trees; those of real skills only if the corpus exists.
func treeSets() ([]conformance.TreeSet, error) {
	if _, err := os.Stat(corpus); err != nil {
		fmt.Fprintf(os.Stderr, "%s not found: only generated trees are used\n", corpus)
		return conformance.TreeSets(nil)
	}
	return conformance.TreeSets(os.DirFS(corpus))
}

// listClients returns the agents with skill lists.
func listClients(some []*agent) []*agent {
	var of []*agent
	for _, a := range some {
		if a.list != nil {
			of = append(of, a)
		}
	}
	return of
}

// recordLists records the lists of all trees, or only the missing ones. Recorded lists of other clients for the same
// trees are kept.
func (in *session) recordLists(ctx context.Context, missing bool) error {
	sets, err := treeSets()
	if err != nil {
		return err
	}
	for _, a := range listClients(in.asked) {
		for _, s := range sets {
			before, err := readLists(s.Name)
			if errors.Is(err, fs.ErrNotExist) {
				before, err = &conformance.Lists{}, nil
			}
			if err != nil {
				return err
			}
			now, err := in.listsOf(ctx, a, s, func(t *conformance.Tree) bool { return !missing || !before.Has(a.ID, t.ID, t.Sum()) })
			if err != nil {
				return err
			}
			merge(now, before, s)
			if err := writeLists(now); err != nil {
				return err
			}
		}
	}
	return nil
}

// listsOf asks one client about the selected trees of a set.
func (in *session) listsOf(ctx context.Context, a *agent, s conformance.TreeSet, selected func(*conformance.Tree) bool) (*conformance.Lists, error) {
	version, err := a.installedVersion(in.dir)
	if err != nil {
		return nil, err
	}
	var some []*conformance.Tree
	for _, t := range s.Trees {
		if t.Asks(a.ID) && selected(t) {
			some = append(some, t)
		}
	}
	fmt.Fprintf(os.Stderr, "%s %s: %d trees of %s\n", a.Package, version, len(some), s.Name)
	all := &conformance.Lists{Set: s.Name, Date: time.Now().UTC().Format(time.DateOnly), Programs: map[string]string{a.ID: a.Package + " " + version}}
	for _, t := range s.Trees {
		all.Trees = append(all.Trees, conformance.TreeLists{ID: t.ID, Sum: t.Sum(), Lists: map[string]conformance.List{}})
	}
	err = in.lists(ctx, a, some, func(p plantedTree, answer treeAnswer) error {
		all.Tree(p.ID).Lists[a.ID] = answer.toList(p.dir, s.Others)
		return nil
	})
	return all, err
}

// merge adds recorded lists of clients and trees that were not asked about.
func merge(now, before *conformance.Lists, s conformance.TreeSet) {
	for id, program := range before.Programs {
		if now.Programs[id] == "" {
			now.Programs[id] = program
		}
	}
	for i, t := range s.Trees {
		for _, a := range agents {
			_, asked := now.Trees[i].Lists[a.ID]
			if !asked && t.Asks(a.ID) && before.Has(a.ID, t.ID, t.Sum()) {
				now.Trees[i].Lists[a.ID] = before.Tree(t.ID).Lists[a.ID]
			}
		}
	}
}

func readLists(set string) (*conformance.Lists, error) {
	f, err := os.Open(listsPath(set))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return conformance.ReadLists(f)
}

func writeLists(l *conformance.Lists) error {
	if err := os.MkdirAll(listdata, 0o755); err != nil {
		return err
	}
	f, err := os.Create(listsPath(l.Set))
	if err != nil {
		return err
	}
	return errors.Join(l.Write(f), f.Close())
}

// compareLists writes a Markdown report of lists that differ from the recorded ones.
func (in *session) compareLists(ctx context.Context) error {
	sets, err := treeSets()
	if err != nil {
		return err
	}
	fmt.Fprintln(in.out, "# Changes to skill lists")
	changed := 0
	for _, a := range listClients(in.asked) {
		for _, s := range sets {
			before, err := readLists(s.Name)
			if err != nil {
				return err
			}
			now, err := in.listsOf(ctx, a, s, func(*conformance.Tree) bool { return true })
			if err != nil {
				return err
			}
			changed += in.reportLists(a.ID, before, now)
		}
	}
	if changed > 0 {
		return differ(changed, "lists differ from the recorded ones")
	}
	return nil
}

// reportLists writes the changes of one client in one set, and returns their number.
func (in *session) reportLists(id string, before, now *conformance.Lists) int {
	same, changed, stale := 0, 0, 0
	fmt.Fprintf(in.out, "\n## %s, %s: %s → %s\n\n", id, now.Set, before.Programs[id], now.Programs[id])
	for _, t := range now.Trees {
		list, asked := t.Lists[id]
		switch {
		case !asked:
		case !before.Has(id, t.ID, t.Sum):
			stale++
		case before.Tree(t.ID).Lists[id].Same(list):
			same++
		default:
			changed++
			fmt.Fprintf(in.out, "- %s: %s\n", t.ID, codeCell(before.Tree(t.ID).Lists[id].Difference(list)))
		}
	}
	fmt.Fprintf(in.out, "\n%d lists are unchanged, %d changed, %d have no recorded list of the same tree.\n", same, changed, stale)
	return changed + stale
}

// probeLists reports where the models differ from the clients on trees that are not recorded.
func (in *session) probeLists(ctx context.Context, some []*conformance.Tree) error {
	different := 0
	for _, a := range listClients(in.asked) {
		equal, asked := 0, 0
		err := in.lists(ctx, a, some, func(p plantedTree, answer treeAnswer) error {
			difference, err := probeList(a.ID, p, answer)
			asked++
			if difference == "" {
				equal++
			} else {
				fmt.Fprintf(in.out, "%s %s: %s\n", a.ID, p.ID, difference)
			}
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(in.out, "%s: %d of %d lists are equal\n", a.ID, equal, asked)
		different += asked - equal
	}
	if different > 0 {
		return differ(different, "lists differ")
	}
	return nil
}

// probeList describes how a model's list of a tree on disk differs from the client's.
func probeList(id string, p plantedTree, answer treeAnswer) (string, error) {
	options := clientfs.Options{Dir: p.dir, Tree: p.start()}
	if p.Home {
		options.Home = p.home
	}
	from, err := clientfs.Open(options)
	if err != nil {
		return "", err
	}
	defer from.Close()
	list, err := catalog.Lookup(id).List(from, conformance.RequestOf(id, p.Tree, p.dir))
	if err != nil {
		return "", err
	}
	theirs := answer.toList(p.dir, false)
	if answer.text != "" {
		theirs = conformance.List{Text: answer.text, Table: answer.table} // the full text, to show the difference
	}
	return theirs.Against(list, p.dir), nil
}
