package analysis

import (
	"path"
	"strings"
)

// IsAbsolutePath reports whether a path starts with a root, drive or home directory, so that it depends on
// the machine.
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

// RelativePath returns the path of a file relative to a directory. Both are clean and relative to the same
// root; the directory itself is "".
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
