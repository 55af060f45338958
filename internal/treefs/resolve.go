package treefs

import (
	"errors"
	"path"
	"strings"
)

const (
	maxLinks = 40    // that are followed for one name, as Linux does
	maxParts = 1_024 // of what is left of a name behind a link
)

// What keeps a name from leading anywhere.
var (
	ErrOutside = errors.New("it leads out of the tree")
	ErrLoop    = errors.New("too many links")
)

// Resolve returns where a name leads when the links in its folders are followed, and with last also one
// at its end. leads says where the link at a name without links leads, "" where there is none; folder
// tells it that the name goes on behind it. An error is one of its own, [ErrOutside] or [ErrLoop].
func Resolve(name string, last bool, leads func(at string, folder bool) (to string, err error)) (string, error) {
	at, followed := ".", 0
	for rest := strings.Split(name, "/"); len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && at == ".":
			return "", ErrOutside
		case part == "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		if len(rest) == 0 && !last {
			return next, nil
		}
		to, err := leads(next, len(rest) > 0)
		switch {
		case err != nil:
			return "", err
		case to == "":
			at = next
			continue
		case path.IsAbs(to):
			return "", ErrOutside
		}
		if followed++; followed > maxLinks || len(rest)+strings.Count(to, "/") > maxParts {
			return "", ErrLoop
		}
		rest = append(strings.Split(to, "/"), rest...)
	}
	return at, nil
}
