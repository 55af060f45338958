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

// batchTimeout is the time limit for a batch. A single case has a shorter one.
const batchTimeout = 5 * time.Minute

// A batchRun asks one client about cases in batches.
type batchRun struct {
	in      *installation
	work    string // directory for trees
	trees   int
	answers map[string]conformance.Answer // by case ID
}

// run asks about all cases until each has an answer.
func (q *batchRun) run(ctx context.Context, cases []conformance.Header) error {
	for round := 1; len(cases) > 0; round++ {
		size := q.in.batch
		if round > 4 {
			size = 1
		}
		var again []conformance.Header
		for _, batch := range batches(cases, size, q.in.once) {
			uncertain, err := q.ask(ctx, batch)
			if err != nil {
				return err
			}
			again = append(again, uncertain...)
		}
		if len(again) > 0 {
			fmt.Fprintf(os.Stderr, "%s: %d of %d cases were hidden by others, and are asked again\n", q.in.ID, len(again), len(cases))
		}
		cases = again
	}
	return nil
}

// ask asks about one batch and returns the cases without an answer. If the program fails, the batch is split.
func (q *batchRun) ask(ctx context.Context, batch []conformance.Header) ([]conformance.Header, error) {
	q.trees++
	root := filepath.Join(q.work, fmt.Sprintf("tree%d", q.trees))
	defer os.RemoveAll(root)
	t, err := plant(root, batch)
	if err != nil {
		return nil, err
	}
	limit := batchTimeout
	if len(batch) == 1 {
		limit = 30 * time.Second
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	answers, uncertain, err := q.in.ask(limited, q.in, t)
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
	isUncertain := map[int]bool{}
	for _, i := range uncertain {
		isUncertain[i] = len(batch) > 1 // alone, no other case can hide it: the client rejects it without a message
	}
	var again []conformance.Header
	for i, c := range batch {
		if isUncertain[i] {
			again = append(again, c)
		} else {
			answers[i].Error = strings.ReplaceAll(answers[i].Error, root+string(filepath.Separator), "") // the path is random
			q.answers[c.ID] = answers[i]
		}
	}
	return again, nil
}

func (q *batchRun) split(ctx context.Context, batch []conformance.Header) ([]conformance.Header, error) {
	middle := len(batch) / 2
	again, err := q.ask(ctx, batch[:middle])
	if err != nil {
		return nil, err
	}
	more, err := q.ask(ctx, batch[middle:])
	return append(again, more...), err
}

var nameLine = regexp.MustCompile(`(?m)^\s*["']?name["']?\s*:\s*(.*)$`)

// batches splits cases into batches of at most size. If apart is set, the cases of a batch have different names.
func batches(cases []conformance.Header, size int, apart bool) [][]conformance.Header {
	var all [][]conformance.Header
	next := map[string]int{} // by name: the first batch without a case of the name
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
