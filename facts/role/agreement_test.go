package role_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/load"
)

// TestAgreement compares the roles with those that a reader gave to passages of public skills. SKILLLINT_TREES is a
// directory with checkouts called OWNER+NAME; repositories that are missing are skipped. SKILLLINT_LABELS is a file of
// fixtures/roles: passages.tsv, of which two thirds were known when the words were chosen, or second.tsv, which was labelled
// before anybody saw a result.
func TestAgreement(t *testing.T) {
	trees := os.Getenv("SKILLLINT_TREES")
	if trees == "" {
		t.Skip("set SKILLLINT_TREES to a directory of checkouts")
	}
	labels, err := os.ReadFile(os.Getenv("SKILLLINT_LABELS"))
	if err != nil {
		t.Fatal(err)
	}
	maps := map[string]*role.Map{}
	docs := map[string]*analysis.Document{}
	total, agree, polarity := map[string]int{}, map[string]int{}, 0
	confusion := map[string]int{}
	n, ok := 0, 0
	for i, line := range strings.Split(strings.TrimRight(string(labels), "\n"), "\n") {
		if i == 0 {
			continue
		}
		f := strings.Split(line, "\t")
		file := filepath.Join(trees, strings.Replace(f[0], "/", "+", 1), f[2])
		if maps[file] == nil {
			source, err := os.ReadFile(file)
			if err != nil {
				continue
			}
			kind := analysis.Skill
			switch {
			case strings.Contains(f[2], "/references/"):
				kind = analysis.Reference
			case strings.Contains(f[2], "agents/"):
				kind = analysis.Agent
			case strings.Contains(f[2], "commands/"):
				kind = analysis.Command
			}
			d := load.Document(&analysis.File{Path: f[2], Rel: f[2], Kind: kind}, source, false)
			docs[file], maps[file] = d, role.Of(d)
		}
		d := docs[file]
		start, _ := strconv.Atoi(f[3])
		if f[5] == "code" {
			start++
		}
		r := d.LineRange(start)
		at := r.Start
		for at < r.End && strings.IndexByte(" \t>-*+|", d.Source[at]) >= 0 {
			at++
		}
		p := maps[file].At(at)
		if p.Role == role.Unknown {
			p = maps[file].At(r.End - 1)
		}
		want := strings.Split(f[6], "|")
		n++
		total[want[0]]++
		right := false
		for _, w := range want {
			right = right || w == p.Role.String()
		}
		if right {
			ok++
			agree[want[0]]++
		} else {
			confusion[want[0]+" → "+p.Role.String()]++
			if os.Getenv("SKILLLINT_VERBOSE") != "" {
				t.Logf("%s:%s %s: want %s, is %s (%v) %.90q", f[2], f[3], f[5], f[6], p.Role, p.Reason, d.Source[p.Range.Start:p.Range.End])
			}
		}
		if (f[7] == "negated") == p.Negated {
			polarity++
		}
	}
	t.Logf("%d of %d agree (%.1f %%), polarity %d", ok, n, 100*float64(ok)/float64(n), polarity)
	for _, m := range []map[string]int{total, confusion} {
		var keys []string
		for k := range m {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool { return m[keys[i]] > m[keys[j]] })
		for _, k := range keys {
			t.Log(fmt.Sprint(k, " ", m[k], " ", agree[k]))
		}
	}
}
