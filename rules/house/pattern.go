package house

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
)

const (
	maxWeight  = 2_000 // per pattern
	maxGroups  = 20    // per pattern
	mostHidden = 100   // hidden matches that are skipped to find a visible one
	unbounded  = math.MaxInt32
)

// A Pattern is a compiled RE2 pattern that does not match the empty string.
type Pattern struct {
	text    string
	expr    *regexp.Regexp
	words   words // each match contains one of these words
	weight  int   // instructions that may be active at a byte
	longest int   // maximum bytes of a match
}

// String returns the pattern verbatim.
func (p *Pattern) String() string { return p.text }

// Compile compiles a pattern. If lines is set, "^" and "$" match at line breaks, and otherwise at the ends of the text.
func Compile(text string, lines bool) (*Pattern, error) {
	if n := utf8.RuneCountInString(text); n > MaxPattern {
		return nil, fmt.Errorf("pattern is %s characters long (limit %s)", quote.Count(n), quote.Count(MaxPattern))
	}
	flags := syntax.Perl
	if lines {
		flags &^= syntax.OneLine
	}
	parsed, err := syntax.Parse(text, flags)
	if err != nil {
		return nil, invalidPattern(text, err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, invalidPattern(text, err)
	}
	p := &Pattern{text: text, words: wordsOf(parsed), weight: weightOf(program), longest: longest(parsed)}
	switch {
	case shortest(parsed) == 0:
		return nil, fmt.Errorf("pattern %s matches empty text: remove parts that may be empty, such as x* or ^", quote.Text(text))
	case p.weight > maxWeight:
		return nil, fmt.Errorf("pattern compiles to %s instructions (limit %s): use less repetition", quote.Count(p.weight), quote.Count(maxWeight))
	case parsed.MaxCap() > maxGroups:
		return nil, fmt.Errorf("pattern has %d groups (limit %d): write (?:…) for unused groups", parsed.MaxCap(), maxGroups)
	}
	if lines {
		text = "(?m)" + text
	}
	p.expr, err = regexp.Compile(text)
	return p, err
}

// invalidPattern describes a syntax error.
func invalidPattern(text string, err error) error {
	var problem *syntax.Error
	if !errors.As(err, &problem) {
		return fmt.Errorf("invalid pattern %s: %w", quote.Text(text), err)
	}
	switch {
	case problem.Code == syntax.ErrInvalidPerlOp:
		return fmt.Errorf("invalid pattern %s: RE2 does not support %s (no lookahead or lookbehind)", quote.Text(text), quote.Text(problem.Expr))
	case problem.Code == syntax.ErrInvalidRepeatSize:
		return fmt.Errorf("invalid pattern %s: too many repetitions %s (limit 1,000)", quote.Text(text), quote.Text(problem.Expr))
	}
	return fmt.Errorf("invalid pattern %s: %s %s", quote.Text(text), problem.Code, quote.Text(problem.Expr))
}

// weightOf counts the instructions of a program, weighted by their cost.
func weightOf(program *syntax.Prog) int {
	weight := 0
	for i := range program.Inst {
		in := &program.Inst[i]
		switch {
		case in.Op == syntax.InstNop || in.Op == syntax.InstFail || in.Op == syntax.InstMatch:
		case in.Op == syntax.InstRune && len(in.Rune) > 8:
			weight += 3 // a table lookup
		case in.Op == syntax.InstRune:
			weight += 2
		default:
			weight++
		}
	}
	return max(weight, 1)
}
