package baseline

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The workspace has 900 findings in 400 skills. Each of two branches changes different skills.
const (
	skills   = 400
	known    = 900
	branches = 12 // pairs
)

// TestMerge merges two changed baselines with git. Conflicts are rare, and do not occur with merge=union. The result contains
// all valid entries.
func TestMerge(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	random := rand.New(rand.NewSource(1))
	for _, changed := range []int{1, 3, 10} {
		conflicts := 0
		for range branches {
			base := &Baseline{}
			for i := range known {
				base.Add(newFinding(random.Intn(skills), i))
			}
			order := random.Perm(skills)
			ours, theirs := randomChanges(base, order[:changed], random), randomChanges(base, order[changed:2*changed], random)
			want := expectedMerge(base, ours, theirs)
			text, conflict := mergeFiles(t, base, ours, theirs)
			if conflict {
				conflicts++
			} else if got := writeString(t, read(t, text)); got != writeString(t, want) {
				t.Fatalf("%d changed skills each: wrong result:\n%s", changed, got)
			}
			text, conflict = mergeFiles(t, base, ours, theirs, "--union")
			if conflict {
				t.Fatal("conflict with merge=union")
			}
			union := read(t, text)
			for _, e := range want.All() {
				if _, ok := union.Find(e.Fingerprint); !ok {
					t.Fatalf("merge=union loses %v", e)
				}
			}
			for _, e := range union.All() { // obsolete entries only after conflicts
				if _, ok := want.Find(e.Fingerprint); !ok && conflicts == 0 {
					t.Fatalf("merge=union keeps %v", e)
				}
			}
		}
		t.Logf("%d of %d pairs of branches conflict; each changes %d of %d skills", conflicts, branches, changed, skills)
		if limits := []int{0, 2, 0, 4}; changed < len(limits) && conflicts > limits[changed] { // of 300: 3 and 7
			t.Errorf("%d conflicts if each branch changes %d skills", conflicts, changed)
		}
	}
}

func newFinding(skill, number int) Entry {
	return Entry{Path: fmt.Sprintf("skills/skill-%03d/SKILL.md", skill), Rule: []string{"budget/skill", "links/broken", "tokens/unresolved"}[number%3],
		Fingerprint: fmt.Sprintf("%08x%08x", uint32(number)*2654435761, number), Measured: 100 * (number % 2)}
}

// randomChanges returns a baseline after changes in skills: some findings are fixed, some have a smaller measure, and some
// are new.
func randomChanges(b *Baseline, skills []int, random *rand.Rand) *Baseline {
	changed := map[string]bool{}
	next := &Baseline{}
	for _, s := range skills {
		changed[newFinding(s, 0).Path] = true
		if random.Intn(2) == 0 {
			next.Add(newFinding(s, known+s))
		}
	}
	for _, e := range b.All() {
		switch {
		case changed[e.Path] && random.Intn(2) == 0:
			continue
		case changed[e.Path] && e.Measured > 0:
			e.Measured--
		}
		next.Add(e)
	}
	return next
}

// expectedMerge returns a baseline with the changes of two others.
func expectedMerge(base, ours, theirs *Baseline) *Baseline {
	next := &Baseline{}
	for _, side := range [][2]*Baseline{{ours, theirs}, {theirs, ours}} {
		for _, e := range side[0].All() {
			old, inBase := base.Find(e.Fingerprint)
			other, inOther := side[1].Find(e.Fingerprint)
			if !inBase || inOther && e.Measured <= other.Measured && (e.Measured < old.Measured || other.Measured == old.Measured) {
				next.Add(e)
			}
		}
	}
	return next
}

func mergeFiles(t *testing.T, base, ours, theirs *Baseline, flags ...string) (text string, conflict bool) {
	t.Helper()
	dir := t.TempDir()
	args := append([]string{"merge-file", "-p"}, flags...)
	for i, b := range []*Baseline{ours, base, theirs} {
		name := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(name, []byte(writeString(t, b)), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	out, err := exec.Command("git", args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() < 128 {
		return string(out), true
	} else if err != nil {
		t.Fatal(err)
	}
	return string(out), false
}
