package treefs

import (
	"errors"
	"path"
	"strings"
	"sync"
)

const maxLinks = 40 // that are followed for one name, as on Linux

// What keeps a name from leading anywhere.
var (
	ErrOutside = errors.New("it leads out of the tree")
	ErrLoop    = errors.New("too many links")
)

// A Resolver follows links. It reads each link once, so a tree of links that lead through each other costs no
// more than its size. It may be used concurrently.
type Resolver struct {
	readLink func(at string, folder bool) (to string, err error)

	mu    sync.Mutex
	links map[string]target // by name without links
}

// A target is where a link leads in the end.
type target struct {
	real  string
	links int // that were followed, this one included
	err   error
}

// NewResolver returns a resolver for a tree. readLink returns the text of the link at a name without links, or ""
// for anything else; folder tells it that the name continues. One call is made at a time. An error ends the search.
func NewResolver(readLink func(at string, folder bool) (to string, err error)) *Resolver {
	return &Resolver{readLink: readLink, links: map[string]target{}}
}

// A climb is a name that is being resolved, or the text of a link.
type climb struct {
	at, rest string
	last     bool   // a link at its end is followed
	link     string // "" for the name itself
	links    int    // that were followed
}

// Resolve returns where a name leads when the links in its folders are followed, and with last also one
// at its end. An error is one of readLink, [ErrOutside] or [ErrLoop].
func (r *Resolver) Resolve(name string, last bool) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	climbs := []climb{{at: ".", rest: name, last: last}}
	for {
		c := &climbs[len(climbs)-1]
		link, to, err := r.climb(c)
		switch {
		case link != "":
			r.links[link] = target{err: ErrLoop} // until its end is known: it leads back to itself
			climbs = append(climbs, climb{at: path.Dir(link), rest: to, last: true, link: link})
		case c.link == "" && err != nil:
			return "", err
		case c.link == "":
			return c.at, nil
		default:
			r.links[c.link] = target{c.at, c.links + 1, err}
			climbs = climbs[:len(climbs)-1]
		}
	}
}

// climb follows a name up to its end, or to a link whose end is not known yet.
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
			c.at, c.rest = path.Dir(c.at), rest
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
		if c.links += known.links; c.links > maxLinks {
			known.err = ErrLoop
		}
		if known.err != nil {
			return "", "", known.err
		}
		c.at, c.rest = known.real, rest
	}
	return "", "", nil
}
