package treefs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/treefs"
)

// countingReader returns a readLink function for a tree, which counts the links it reads.
func countingReader(links map[string]string, reads *int) func(string, bool) (string, error) {
	return func(at string, _ bool) (string, error) {
		to, ok := links[at]
		if ok {
			*reads++
		}
		if at == "gone" {
			return "", fs.ErrNotExist
		}
		return to, nil
	}
}

func TestResolve(t *testing.T) {
	links := map[string]string{
		"a": "b", "b": "d/c", "d/c": "../e", "d/up": "..", "top": ".", "loop": "pool", "pool": "./loop/x", "out": "d/../../x", "abs": "/etc", "lost": "gone", "dots": "d//./c/",
	}
	for i := range 9 {
		links[fmt.Sprintf("l%d", i)] = fmt.Sprintf("l%d", i+1) // l9 is a file
	}
	tests := []struct {
		name string
		last bool
		want string
		err  error
	}{
		{"e", true, "e", nil}, {"a", true, "e", nil}, {"a", false, "a", nil}, {"a/f", false, "e/f", nil}, {"d/c/../x", true, "x", nil},
		{"d/up/a", true, "e", nil}, {"top/top/d", true, "d", nil}, {"top", true, ".", nil}, {"dots/g", true, "e/g", nil}, {".", true, ".", nil},
		{"loop", true, "", treefs.ErrLoop}, {"pool/y", true, "", treefs.ErrLoop}, {"out", true, "", treefs.ErrOutside}, {"abs/x", true, "", treefs.ErrOutside},
		{"..", true, "", treefs.ErrOutside}, {"lost", true, "", fs.ErrNotExist},
		{"l0", true, "", treefs.ErrLoop}, {"l1", true, "l9", nil}, {"l4/../l4", true, "", treefs.ErrLoop}, {"l5/../l5", true, "l9", nil},
		{strings.Repeat("d/../", 8) + "e", true, "e", nil}, {strings.Repeat("d/../", 9) + "e", true, "", treefs.ErrLoop}, {"d/d/d/d/d/d/../../../../../../e", true, "e", nil},
	}
	for range 20 { // the order of calls must not matter
		reads := 0
		r := treefs.NewResolver(countingReader(links, &reads))
		for _, i := range rand.Perm(len(tests)) {
			test := tests[i]
			if got, err := r.Resolve(test.name, test.last); got != test.want || !errors.Is(err, test.err) {
				t.Errorf("%s (last %v): %q, %v, want %q, %v", test.name, test.last, got, err, test.want, test.err)
			}
		}
	}
}

// TestLinksReadOnce checks chains in which links refer to each other.
func TestLinksReadOnce(t *testing.T) {
	const n = 2_000
	for name, to := range map[string]func(i int) string{
		"chain":    func(i int) string { return fmt.Sprintf("l%04d", i+1) },
		"back":     func(i int) string { return fmt.Sprintf("l%04d", max(i-1, 0)) },
		"there":    func(i int) string { return fmt.Sprintf("l%04d/../l%04d", i+1, i+1) },
		"detours":  func(i int) string { return strings.Repeat("d/../", 200) + fmt.Sprintf("l%04d", i+1) },
		"circular": func(i int) string { return fmt.Sprintf("l%04d", (i+1)%n) },
	} {
		links := map[string]string{}
		for i := range n {
			links[fmt.Sprintf("l%04d", i)] = to(i)
		}
		reads := 0
		r := treefs.NewResolver(countingReader(links, &reads))
		for i := range n {
			_, _ = r.Resolve(fmt.Sprintf("l%04d", i), true)
		}
		if reads != n {
			t.Errorf("%s: %d links, %d reads", name, n, reads)
		}
	}
}

// FuzzResolve compares the resolver with one that has no cache.
func FuzzResolve(f *testing.F) {
	f.Add("a=b\nb=../c\nd/e=../a/x", "d/e/f")
	f.Add("a=a", "a/..")
	f.Fuzz(func(t *testing.T, table, name string) {
		links := map[string]string{}
		for line := range strings.SplitSeq(table, "\n") {
			if at, to, ok := strings.Cut(line, "="); ok && to != "" && fs.ValidPath(at) && len(links) < 30 {
				links[at] = to
			}
		}
		if strings.Count(table+name, "..") > 2 {
			t.Skip("may exceed the limit of turns")
		}
		reads := 0
		r := treefs.NewResolver(countingReader(links, &reads))
		for _, name := range append(slices.Sorted(maps.Keys(links)), name, name) {
			for _, last := range []bool{false, true} {
				want, wantErr := resolveSimple(links, name, last)
				if got, err := r.Resolve(name, last); got != want || (err != nil) != (wantErr != nil) {
					t.Fatalf("%q %q (last %v): %q, %v, want %q, %v", links, name, last, got, err, want, wantErr)
				}
			}
		}
	})
}

// resolveSimple resolves a name as described in path_resolution(7).
func resolveSimple(links map[string]string, name string, last bool) (string, error) {
	at, followed := ".", 0
	for rest := strings.Split(name, "/"); len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && at == ".":
			return "", treefs.ErrOutside
		case part == "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		to, ok := links[next]
		switch {
		case len(rest) == 0 && !last:
			return next, nil
		case !ok && next == "gone":
			return "", fs.ErrNotExist
		case !ok:
			at = next
			continue
		case path.IsAbs(to):
			return "", treefs.ErrOutside
		}
		if followed++; followed > 8 {
			return "", treefs.ErrLoop
		}
		rest = append(strings.Split(to, "/"), rest...)
	}
	return at, nil
}
