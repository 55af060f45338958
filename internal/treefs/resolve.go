package treefs

import (
	"errors"
	"path"
	"strings"
	"sync"
)

// Limits for one name. os.Root has the same limits.
const (
	maxLinks = 8
	maxTurns = 8 // sequences of ".."
)

// Errors of names that cannot be resolved.
var (
	ErrOutside = errors.New("points outside of the repository")
	ErrLoop    = errors.New("too many symbolic links")
)

// A Resolver resolves links. It reads each link once, so its time is linear even if links refer to each other. It may be used
// concurrently.
type Resolver struct {
	readLink func(at string, folder bool) (to string, err error)

	mu    sync.Mutex
	links map[string]target // by name without links
}

// A target is the final target of a link.
type target struct {
	real         string
	links, turns int // number of links and turns, including this link
	err          error
}

// NewResolver returns a resolver for a tree. readLink returns the target of a link, or "" for other entries. Its argument
// contains no other links; isDir is true if it must be a directory. Calls are sequential. An error ends the search.
func NewResolver(readLink func(at string, isDir bool) (to string, err error)) *Resolver {
	return &Resolver{readLink: readLink, links: map[string]target{}}
}

// A walk is the state of resolving a name or the target of a link.
type walk struct {
	at, rest     string
	last         bool   // follow a link at the end
	link         string // the link whose target is resolved; "" for the name
	links, turns int
	up           bool // the previous part was ".."
}

// Resolve resolves the links in the directories of a name. last: also follow a link at the end. The error is [ErrOutside],
// [ErrLoop] or from readLink.
func (r *Resolver) Resolve(name string, last bool) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	walks := []walk{{at: ".", rest: name, last: last}}
	for {
		c := &walks[len(walks)-1]
		link, to, err := r.advance(c)
		switch {
		case link != "":
			r.links[link] = target{err: ErrLoop} // a reference to it before it is resolved is a loop
			walks = append(walks, walk{at: path.Dir(link), rest: to, last: true, link: link})
		case c.link == "" && err != nil:
			return "", err
		case c.link == "":
			return c.at, nil
		default:
			r.links[c.link] = target{c.at, c.links + 1, c.turns, err}
			walks = walks[:len(walks)-1]
		}
	}
}

// advance follows a name to its end, or to a link that is not resolved yet.
func (r *Resolver) advance(c *walk) (link, to string, err error) {
	for c.rest != "" {
		part, rest, isDir := strings.Cut(c.rest, "/")
		switch {
		case part == "" || part == ".":
			c.rest = rest
			continue
		case part == ".." && c.at == ".":
			return "", "", ErrOutside
		case part == "..":
			if !c.up {
				c.turns++
			}
			c.at, c.rest, c.up = path.Dir(c.at), rest, true
			continue
		}
		next := path.Join(c.at, part)
		if !isDir && !c.last {
			c.at = next
			return "", "", nil
		}
		known, ok := r.links[next]
		if !ok {
			to, err := r.readLink(next, isDir)
			switch {
			case err != nil:
				return "", "", err
			case path.IsAbs(to):
				return "", "", ErrOutside
			case to != "":
				return next, to, nil
			}
			known.real = next
		} else if isDir && known.err == nil && known.real != "." {
			_, known.err = r.readLink(known.real, true)
		}
		c.links, c.turns, c.up = c.links+known.links, c.turns+known.turns, false
		if c.links > maxLinks || c.turns > maxTurns {
			known.err = ErrLoop
		}
		if known.err != nil {
			return "", "", known.err
		}
		c.at, c.rest = known.real, rest
	}
	return "", "", nil
}
