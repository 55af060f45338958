package treefs

import (
	"errors"
	"path"
	"strings"
	"sync"
)

// Limits for one name. os.Root, which opens the files, has the same.
const (
	maxLinks = 8
	maxTurns = 8 // number of ".." steps
)

// Errors of names that resolve to nothing.
var (
	ErrOutside = errors.New("points outside of the repository")
	ErrLoop    = errors.New("too many symbolic links")
)

// A Resolver follows links. It reads each link once, so links that refer to each other cost no more than
// their size. It may be used concurrently.
type Resolver struct {
	readLink func(at string, folder bool) (to string, err error)

	mu    sync.Mutex
	links map[string]target // by name without links
}

// A target is the final target of a link.
type target struct {
	real         string
	links, turns int // on the way, this one included
	err          error
}

// NewResolver returns a resolver for a tree. readLink returns the target of the link at a name without links,
// or "" for anything else; folder is true if the name continues. Calls are sequential. An error ends the
// search.
func NewResolver(readLink func(at string, folder bool) (to string, err error)) *Resolver {
	return &Resolver{readLink: readLink, links: map[string]target{}}
}

// A climb is the state of resolving a name or the target of a link.
type climb struct {
	at, rest     string
	last         bool   // follow a link at the end
	link         string // "" for the name itself
	links, turns int
	up           bool // the last part was ".."
}

// Resolve follows the links in the directories of a name, and with last also a final link. The error is from
// readLink, [ErrOutside] or [ErrLoop].
func (r *Resolver) Resolve(name string, last bool) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	climbs := []climb{{at: ".", rest: name, last: last}}
	for {
		c := &climbs[len(climbs)-1]
		link, to, err := r.climb(c)
		switch {
		case link != "":
			r.links[link] = target{err: ErrLoop} // until it is resolved: a loop
			climbs = append(climbs, climb{at: path.Dir(link), rest: to, last: true, link: link})
		case c.link == "" && err != nil:
			return "", err
		case c.link == "":
			return c.at, nil
		default:
			r.links[c.link] = target{c.at, c.links + 1, c.turns, err}
			climbs = climbs[:len(climbs)-1]
		}
	}
}

// climb follows a name to its end, or to a link that is not resolved yet.
func (r *Resolver) climb(c *climb) (link, to string, err error) {
	for c.rest != "" {
		part, rest, folder := strings.Cut(c.rest, "/")
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
		if !folder && !c.last {
			c.at = next
			return "", "", nil
		}
		known, ok := r.links[next]
		if !ok {
			to, err := r.readLink(next, folder)
			switch {
			case err != nil:
				return "", "", err
			case path.IsAbs(to):
				return "", "", ErrOutside
			case to != "":
				return next, to, nil
			}
			known.real = next
		} else if folder && known.err == nil && known.real != "." {
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
