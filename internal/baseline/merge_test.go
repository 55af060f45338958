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

// A team has 900 findings in 400 skills. Each of two branches fixes or breaks a few skills, without overlap.
const (
	skills   = 400
	known    = 900
	branches = 12 // pairs
)

// TestMerge lets git merge two changed baselines: nearly always without a conflict, and always with
// merge=union. The result contains all valid entries.
func TestMerge(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	random := rand.New(rand.NewSource(1))
	for _, touched := range []int{1, 3, 10} {
		conflicts := 0
		for range branches {
			base := &Baseline{}
			for i := range known {
				base.Add(newFinding(random.Intn(skills), i))
			}
			order := random.Perm(skills)
			ours, theirs := edited(base, order[:touched], random), edited(base, order[touched:2*touched], random)
			want := both(base, ours, theirs)
			text, conflict := merged(t, base, ours, theirs)
			if conflict {
				conflicts++
			} else if got := written(t, read(t, text)); got != written(t, want) {
				t.Fatalf("%d skills each: the merged file differs from what is right:\n%s", touched, got)
			}
			text, conflict = merged(t, base, ours, theirs, "--union")
			if conflict {
				t.Fatal("merge=union leaves a conflict")
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
		t.Logf("%d of %d pairs conflict, of branches that touch %d of %d skills each", conflicts, branches, touched, skills)
		if most := []int{0, 2, 0, 4}; touched < len(most) && conflicts > most[touched] { // of 300: 3 and 7
			t.Errorf("%d conflicts where each touches %d", conflicts, touched)
		}
	}
}

func newFinding(skill, number int) Entry {
	return Entry{Path: fmt.Sprintf("skills/skill-%03d/SKILL.md", skill), Rule: []string{"budget/skill", "links/broken", "tokens/unresolved"}[number%3],
		Fingerprint: fmt.Sprintf("%08x%08x", uint32(number)*2654435761, number), Measured: 100 * (number % 2)}
}

// edited returns a baseline after changes: some findings are gone, some smaller, and one is new.
func edited(b *Baseline, skills []int, random *rand.Rand) *Baseline {
	worked := map[string]bool{}
	next := &Baseline{}
	for _, s := range skills {
		worked[newFinding(s, 0).Path] = true
		if random.Intn(2) == 0 {
			next.Add(newFinding(s, known+s))
		}
	}
	for _, e := range b.All() {
		switch {
		case worked[e.Path] && random.Intn(2) == 0:
			continue
		case worked[e.Path] && e.Measured > 0:
			e.Measured--
		}
		next.Add(e)
	}
	return next
}

// both returns a baseline with the changes of two others.
func both(base, ours, theirs *Baseline) *Baseline {
	next := &Baseline{}
	for _, side := range [][2]*Baseline{{ours, theirs}, {theirs, ours}} {
		for _, e := range side[0].All() {
			old, wasThere := base.Find(e.Fingerprint)
			other, isThere := side[1].Find(e.Fingerprint)
			if !wasThere || isThere && e.Measured <= other.Measured && (e.Measured < old.Measured || other.Measured == old.Measured) {
				next.Add(e)
			}
		}
	}
	return next
}

func merged(t *testing.T, base, ours, theirs *Baseline, flags ...string) (text string, conflict bool) {
	t.Helper()
	dir := t.TempDir()
	args := append([]string{"merge-file", "-p"}, flags...)
	for i, b := range []*Baseline{ours, base, theirs} {
		name := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(name, []byte(written(t, b)), 0o644); err != nil {
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
