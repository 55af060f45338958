package graph_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/view/graph"
	"github.com/skilllint/skilllint/internal/view/viewtest"
	"github.com/skilllint/skilllint/rules"
)

const skills = `Commands of each verdict.

-- skills/report/SKILL.md --
---
name: report
description: Renders reports. Use when a report has to be rendered.
---
# Report

` + "```bash" + `
python3 scripts/render.py --format html report.md
python3 scripts/render.py --form pdf report.md
python3 scripts/render.py --pages 2 report.md
bash scripts/publish.sh "$(date)"
python3 scripts/missing.py
cat notes/steps.txt
` + "```" + `

Then run ` + "`node scripts/dynamic.js --any`" + `, and ` + viewtest.Hostile + `.
-- skills/report/scripts/render.py --
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--format", choices=["html", "text"])
parser.add_argument("source")
args = parser.parse_args()
-- skills/report/scripts/publish.sh --
#!/bin/bash
while getopts "n:" o; do
  case "$o" in n) name=$OPTARG ;; esac
done
echo "$name"
-- skills/report/scripts/dynamic.js --
const options = require("./options")
options.read(process.argv)
-- skills/sums/SKILL.md --
---
name: sums
description: Adds numbers. Use when there are two numbers.
---
Run ` + "`python3 scripts/add.py 1 2`" + `.
-- skills/sums/scripts/add.py --
import sys

print(sum(map(int, sys.argv[1:])))
-- want --
`

// collect returns the commands of the sample.
func collect(t *testing.T) *graph.Commands {
	t.Helper()
	archive, err := fixture.Parse([]byte(skills))
	if err != nil {
		t.Fatal(err)
	}
	w, err := fixture.Write(t.TempDir(), archive.Files)
	if err != nil {
		t.Fatal(err)
	}
	table := &graph.Commands{}
	view := table.Collect()
	if _, err := w.Lint(fixture.Options{Rules: append(slices.Clone(rules.All()), view)}); err != nil {
		t.Fatal(err)
	}
	return table
}

func TestFormats(t *testing.T) {
	table := collect(t)
	var text, data bytes.Buffer
	table.Text(&text)
	w := bufio.NewWriter(&data)
	if err := table.JSON(w); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	viewtest.Golden(t, "commands.txt", text.String())
	if !json.Valid(data.Bytes()) {
		t.Errorf("invalid JSON:\n%s", data.String())
	}
	for name, got := range map[string]string{"text": text.String(), "json": data.String()} {
		if strings.ContainsAny(got, "\x1b\u202e") {
			t.Errorf("%s contains unescaped hostile text", name)
		}
	}
}
