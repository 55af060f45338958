package serdeyaml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// Limits of serde_yaml against exponential expansion of aliases.
const (
	deepest       = 128 // nesting of collections
	jumpsForEvent = 100 // number of followed aliases for each event of the document
)

// Check returns an *Error if serde_yaml cannot build any value of a root node: because of duplicate keys, numbers or
// tags that do not match, or too many aliases. A nil node is valid.
func (n *Node) Check() error {
	if n == nil {
		return nil
	}
	c := checker{done: map[*Node]checkResult{}, open: map[*Node]bool{}, classes: map[string]int{}}
	c.limit = events(n) * jumpsForEvent
	_, err := c.node(n, 0)
	if err != nil {
		return err
	}
	return nil
}

// A checkResult is the result for a node.
type checkResult struct {
	height int // depth of nested collections, including the node
	jumps  int // number of aliases that are followed to build it
	class  int // equal values have equal classes
}

type checker struct {
	done    map[*Node]checkResult
	open    map[*Node]bool // the ancestors of the current node
	classes map[string]int
	jumps   int
	limit   int
}

// events returns the number of parser events of a node.
func events(n *Node) int {
	if n.Form != libyaml.Sequence && n.Form != libyaml.Mapping {
		return 1
	}
	count := 2
	for _, item := range n.Items {
		count += events(item)
	}
	for _, m := range n.Members {
		count += events(m.Key) + events(m.Value)
	}
	return count
}

func (c *checker) node(n *Node, depth int) (checkResult, *Error) {
	if n.Form == libyaml.Alias {
		if c.jumps++; c.jumps > c.limit {
			return checkResult{}, &Error{n.Start, "aliases expand to too many values"}
		}
		if c.open[n.target] {
			return checkResult{}, &Error{n.Start, "alias contains itself"}
		}
		at := n.Start
		if n = n.target; c.done[n].class > 0 {
			return c.recall(n, depth, at)
		}
	}
	before := c.jumps
	var r checkResult
	var err *Error
	if n.Form == libyaml.Scalar {
		r, err = c.scalarNode(n)
	} else {
		r, err = c.collection(n, depth+1)
	}
	if err != nil {
		return r, err
	}
	r.jumps = c.jumps - before
	c.done[n] = r
	return r, nil
}

// recall returns the result of a node that was checked before, for an alias of it.
func (c *checker) recall(n *Node, depth, at int) (checkResult, *Error) {
	r := c.done[n]
	if depth+r.height > deepest {
		return r, tooDeep(at)
	}
	if c.jumps += r.jumps; c.jumps > c.limit {
		return r, &Error{at, "aliases expand to too many values"}
	}
	return r, nil
}

func tooDeep(at int) *Error {
	return &Error{at, "nested more than " + strconv.Itoa(deepest) + " levels deep"}
}

func (c *checker) scalarNode(n *Node) (checkResult, *Error) {
	kind, value := n.scalar()
	if kind == Wrong {
		what := "a number of more than 64 bits"
		if n.Tag != "" && !n.IsTagged() && (n.Tag != libyaml.CoreTag+"int" || !isDigits(n.Text, 10)) {
			what = "value does not match its tag"
		}
		return checkResult{}, &Error{n.Start, what}
	}
	return checkResult{class: c.class(n, strconv.Itoa(int(kind))+" "+value)}, nil
}

func (c *checker) collection(n *Node, depth int) (checkResult, *Error) {
	if depth > deepest {
		return checkResult{}, tooDeep(n.Start)
	}
	c.open[n] = true
	defer delete(c.open, n)
	height := 0
	var parts []string
	for _, item := range n.Items {
		r, err := c.node(item, depth)
		if err != nil {
			return r, err
		}
		height = max(height, r.height)
		parts = append(parts, strconv.Itoa(r.class))
	}
	seen := make(map[int]bool, len(n.Members))
	for _, m := range n.Members {
		key, err := c.node(m.Key, depth)
		if err != nil {
			return key, err
		}
		if seen[key.class] {
			return key, &Error{m.Key.Start, "duplicate key " + show(m.Key)}
		}
		seen[key.class] = true
		value, err := c.node(m.Value, depth)
		if err != nil {
			return value, err
		}
		height = max(height, key.height, value.height)
		parts = append(parts, strconv.Itoa(key.class)+":"+strconv.Itoa(value.class))
	}
	mark := "["
	if n.Form == libyaml.Mapping {
		mark = "{"
		slices.Sort(parts)
	}
	return checkResult{height: height + 1, class: c.class(n, mark+strings.Join(parts, ","))}, nil
}

// class returns the class of a value with its node's tag.
func (c *checker) class(n *Node, value string) int {
	if n.IsTagged() {
		value = n.Tag + " " + value
	}
	if id := c.classes[value]; id > 0 {
		return id
	}
	c.classes[value] = len(c.classes) + 1
	return len(c.classes)
}

// longestShown bounds the length of keys in messages.
const longestShown = 40

func show(key *Node) string {
	text := key.Resolved().Text
	if key.Resolved().Form != libyaml.Scalar || len(text) > longestShown {
		return "at this place"
	}
	return strconv.Quote(text)
}

// Depth returns the nesting depth of collections in a node that Check accepts, including the targets of aliases. Keys
// are ignored.
func (n *Node) Depth() int { return depth(n, map[*Node]int{}) }

func depth(n *Node, known map[*Node]int) int {
	if n = n.Resolved(); n.Form == libyaml.Scalar {
		return 0
	}
	if d, ok := known[n]; ok {
		return d
	}
	deepest := 0
	for _, item := range n.Items {
		deepest = max(deepest, depth(item, known))
	}
	for _, m := range n.Members {
		deepest = max(deepest, depth(m.Value, known))
	}
	known[n] = deepest + 1
	return deepest + 1
}
