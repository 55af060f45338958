package reduce

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// try replaces the files if the others have the finding, too.
func (r *reduction) try(files []file) bool {
	if !r.has(files, r.want) {
		return false
	}
	r.files = files
	return true
}

// removeDirs removes what is below a directory, as a whole if possible.
func (r *reduction) removeDirs(dir string) {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	var children []string // directories and files
	for _, f := range r.files {
		if rest, ok := strings.CutPrefix(f.path, prefix); ok {
			name, _, _ := strings.Cut(rest, "/")
			children = append(children, prefix+name)
		}
	}
	slices.Sort(children)
	minimize(slices.Compact(children), func(keep []string) bool {
		return r.try(slices.DeleteFunc(slices.Clone(r.files), func(f file) bool {
			rest, ok := strings.CutPrefix(f.path, prefix)
			name, _, _ := strings.Cut(rest, "/")
			return ok && f.path != r.want.Path && !strings.HasPrefix(r.want.Path, prefix+name+"/") && !slices.Contains(keep, prefix+name)
		}))
	})
	for _, child := range slices.Compact(children) {
		if slices.ContainsFunc(r.files, func(f file) bool { return strings.HasPrefix(f.path, child+"/") }) {
			r.removeDirs(child)
		}
	}
}

// removeLines removes lines of each file.
func (r *reduction) removeLines() {
	for i := range r.files {
		if r.files[i].mode.IsRegular() {
			minimize(slices.Collect(bytes.Lines(r.files[i].content)), func(keep [][]byte) bool {
				files := slices.Clone(r.files)
				files[i].content = bytes.Join(keep, nil)
				return r.try(files)
			})
		}
	}
}

// replaceWords gives words other letters, in texts and paths.
func (r *reduction) replaceWords() {
	word := regexp.MustCompile(`[\p{L}\p{N}]{3,}`)
	var words []string
	for _, f := range r.files {
		words = append(words, word.FindAllString(f.path, -1)...)
		words = append(words, word.FindAllString(string(f.content), -1)...)
	}
	slices.Sort(words)
	words = slices.Compact(words)
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	fillers := map[string]string{}
	for i, w := range words {
		fillers[w] = filler(w, i)
	}
	minimize(words, func(keep []string) bool {
		replaced := func(w string) string {
			if fillers[w] == "" || slices.Contains(keep, w) {
				return w
			}
			return fillers[w]
		}
		files, want := slices.Clone(r.files), r.want
		want.Path, want.Message = word.ReplaceAllStringFunc(want.Path, replaced), word.ReplaceAllStringFunc(want.Message, replaced)
		for i := range files {
			files[i].path = word.ReplaceAllStringFunc(files[i].path, replaced)
			files[i].content = []byte(word.ReplaceAllStringFunc(string(files[i].content), replaced))
		}
		slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
		if !r.has(files, want) {
			return false
		}
		r.files, r.want = files, want
		return true
	})
}

// filler returns a word of the same length, case and kinds of characters. n makes it distinct.
func filler(word string, n int) string {
	digits, out := n, []rune(word)
	for i, c := range out {
		switch {
		case c >= '0' && c <= '9':
			out[i] = '0'
		case c >= 'A' && c <= 'Z':
			out[i] = 'A' + rune(digits%26)
			digits /= 26
		default:
			out[i] = 'a' + rune(digits%26)
			digits /= 26
		}
	}
	return string(out)
}

// minimize calls works with ever smaller subsequences of items, until none is left out that could be. works remembers the last
// one that it accepted.
func minimize[T any](items []T, works func(keep []T) bool) {
	if len(items) > 0 && works(nil) {
		return
	}
	for size := (len(items) + 1) / 2; size > 0 && len(items) > 0; {
		removed := false
		for start := 0; start < len(items); {
			rest := slices.Concat(items[:start], items[min(start+size, len(items)):])
			if works(rest) {
				items, removed = rest, true
			} else {
				start += size
			}
		}
		switch {
		case size > 1:
			size = (size + 1) / 2
		case !removed:
			return
		}
	}
}
