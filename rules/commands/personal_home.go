package commands

import (
	"bytes"
	"regexp"
)

// home returns an expression for the home directory of a user, and the byte after it.
func home() *regexp.Regexp {
	return regexp.MustCompile(`(?:/Users/|/home/|[A-Za-z]:(?:\\\\|\\|/)Users(?:\\\\|\\|/))([A-Za-z][A-Za-z0-9._-]{1,30})(?:/|\\)`)
}

// homesIn returns the home directories in a text, as pairs of offsets of the path and of the name. Few lines have one.
func homesIn(text []byte) (found [][]int) {
	home, start := home(), 0
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte("Users")) || bytes.Contains(line, []byte("/home/")) {
			for _, m := range home.FindAllSubmatchIndex(line, maxHomes-len(found)) {
				for i := range m {
					m[i] += start
				}
				found = append(found, m)
			}
		}
		if start += len(line); len(found) == maxHomes {
			break
		}
	}
	return found
}

// maxHomes limits the paths of a file that are read.
const maxHomes = 1_000

func hasHome(text []byte) bool {
	return bytes.Contains(text, []byte("/Users/")) || bytes.Contains(text, []byte("/home/")) || bytes.Contains(text, []byte(`\Users\`))
}
