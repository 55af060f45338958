package analysis

import (
	"path"
	"strings"
)

// IsAbsolutePath reports whether a path starts at a root, a drive or a home directory, so that it is valid
// on one machine only.
func IsAbsolutePath(to string) bool {
	drive := len(to) > 2 && to[1] == ':' && (to[2] == '\\' || to[2] == '/')
	return drive || strings.HasPrefix(to, "/") || strings.HasPrefix(to, `\`) || to == "~" || strings.HasPrefix(to, "~/")
}

// LeavesRoot reports whether a relative path points outside the directory in which it starts.
func LeavesRoot(to string) bool {
	if !strings.Contains(to, "..") {
		return false
	}
	to = path.Clean(to)
	return to == ".." || strings.HasPrefix(to, "../")
}

// RelativePath returns how a file of a folder writes a path. Both are clean, and begin at the same root; the
// folder itself is "".
func RelativePath(dir, to string) string {
	up := ""
	for dir != "." && to != dir && !strings.HasPrefix(to, dir+"/") {
		dir, up = path.Dir(dir), up+"../"
	}
	if dir != "." {
		to = strings.TrimPrefix(strings.TrimPrefix(to, dir), "/")
	}
	return up + to
}
