package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/skilllint/skilllint/facts/loader"
	"github.com/skilllint/skilllint/internal/headers"
	"github.com/skilllint/skilllint/internal/recorded"
)

// probe lists where the models differ from the programs on cases of another seed.
func probe(ctx context.Context, asked []*agent, folder, work string, seed uint64, n int, out io.Writer) error {
	cases := headers.Made("unseen", seed, n)
	if _, err := os.Stat(corpus); err == nil {
		real, err := headers.Real(os.DirFS(corpus))
		if err != nil {
			return err
		}
		cases = append(headers.Made("unseen", seed, n-n/3), headers.Slipped(real, "unseen-slips", seed+1, n/3)...)
	}
	for _, a := range asked {
		model := loader.Lookup(a.ID)
		if model == nil {
			fmt.Fprintf(out, "%s: no model\n", a.ID)
			continue
		}
		told, err := inquire(ctx, a, folder, work, cases)
		if err != nil {
			return err
		}
		var score recorded.Score
		files := map[string]headers.Case{}
		for _, c := range cases {
			files[c.ID] = c
			score.Add(c.ID, recorded.Modelled(model, c), told[c.ID])
		}
		for _, d := range score.Differences {
			c := files[d.ID]
			fmt.Fprintf(out, "%s %s %s in %q %v\n  file   %.1500q\n  model  %v\n  agent  %v\n", a.ID, d.ID, d.What, c.Directory, c.Slips, c.File, d.A, d.B)
		}
		fmt.Fprintf(out, "%s, seed %d: %v\n", a.ID, seed, &score)
	}
	return nil
}
