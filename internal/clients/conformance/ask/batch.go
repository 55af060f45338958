package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// patience is how long a program may take for a batch; a single case gets less.
const patience = 5 * time.Minute

// An inquiry asks one agent about cases, batch by batch.
type inquiry struct {
	in      *installed
	work    string // folder for trees
	trees   int
	answers map[string]conformance.Answer // by ID of the case
}

// run asks about all cases, each of which is answered afterwards.
func (q *inquiry) run(ctx context.Context, cases []conformance.Header) error {
	for round := 1; len(cases) > 0; round++ {
		size := q.in.batch
		if round > 4 {
			size = 1
		}
		var again []conformance.Header
		for _, batch := range batches(cases, size, q.in.once) {
			doubtful, err := q.ask(ctx, batch)
			if err != nil {
				return err
			}
			again = append(again, doubtful...)
		}
		if len(again) > 0 {
			fmt.Fprintf(os.Stderr, "%s: %d of %d cases were hidden by others, and are asked again\n", q.in.ID, len(again), len(cases))
		}
		cases = again
	}
	return nil
}

// ask asks about one batch and returns the cases that are not answered yet. A batch that the
// program does not survive is split.
func (q *inquiry) ask(ctx context.Context, batch []conformance.Header) ([]conformance.Header, error) {
	q.trees++
	root := filepath.Join(q.work, fmt.Sprintf("tree%d", q.trees))
	defer os.RemoveAll(root)
	t, err := plant(root, batch)
	if err != nil {
		return nil, err
	}
	limit := patience
	if len(batch) == 1 {
		limit = 30 * time.Second
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	answers, doubtful, err := q.in.ask(limited, q.in, t)
	cancel()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && len(batch) > 1:
		fmt.Fprintf(os.Stderr, "%s: a batch of %d is split: %v\n", q.in.ID, len(batch), err)
		return q.split(ctx, batch)
	case err != nil:
		q.answers[batch[0].ID] = conformance.Answer{Error: "the program failed: " + err.Error()}
		return nil, nil
	}
	unclear := map[int]bool{}
	for _, i := range doubtful {
		unclear[i] = len(batch) > 1 // alone, nothing can hide it: it is rejected without a word
	}
	var again []conformance.Header
	for i, c := range batch {
		if unclear[i] {
			again = append(again, c)
		} else {
			answers[i].Error = strings.ReplaceAll(answers[i].Error, root+string(filepath.Separator), "") // another one each time
			q.answers[c.ID] = answers[i]
		}
	}
	return again, nil
}

func (q *inquiry) split(ctx context.Context, batch []conformance.Header) ([]conformance.Header, error) {
	middle := len(batch) / 2
	again, err := q.ask(ctx, batch[:middle])
	if err != nil {
		return nil, err
	}
	more, err := q.ask(ctx, batch[middle:])
	return append(again, more...), err
}

var nameLine = regexp.MustCompile(`(?m)^\s*["']?name["']?\s*:\s*(.*)$`)

// batches deals the cases out in batches of at most size; with apart, so that no two of a batch
// seem to have the same name.
func batches(cases []conformance.Header, size int, apart bool) [][]conformance.Header {
	var all [][]conformance.Header
	next := map[string]int{} // the first batch that has no case of a name yet
	first := 0               // the first batch that is not full
	for _, c := range cases {
		name := c.Directory
		if found := nameLine.FindSubmatch(c.File); found != nil {
			name = string(found[1])
		}
		i := first
		if apart {
			i = max(next[name], first)
		}
		for i < len(all) && len(all[i]) == size {
			i++
		}
		if i == len(all) {
			all = append(all, nil)
		}
		all[i] = append(all[i], c)
		next[name] = i + 1
		for first < len(all) && len(all[first]) == size {
			first++
		}
	}
	return all
}
