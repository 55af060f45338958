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
	maxWeight  = 2_000 // of one pattern
	maxGroups  = 20    // of one pattern
	mostHidden = 100   // matches that are tried until one is not hidden
	unbounded  = math.MaxInt32
)

// A Pattern is a compiled pattern of RE2 that matches no empty text.
type Pattern struct {
	text    string
	expr    *regexp.Regexp
	words   words // one of which stands in all that it matches
	weight  int   // instructions that may all be busy at a byte
	longest int   // bytes of a match at most; unbounded: no limit
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Compile compiles a pattern. In one of lines "^" and "$" stand for the ends of lines, else for
// those of the whole text.
func Compile(text string, lines bool) (*Pattern, error) {
	if n := utf8.RuneCountInString(text); n > MaxPattern {
		return nil, fmt.Errorf("the pattern has %s characters; it may have %s", quote.Count(n), quote.Count(MaxPattern))
	}
	flags := syntax.Perl
	if lines {
		flags &^= syntax.OneLine
	}
	parsed, err := syntax.Parse(text, flags)
	if err != nil {
		return nil, notRE2(text, err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, notRE2(text, err)
	}
	p := &Pattern{text: text, words: wordsOf(parsed), weight: weightOf(program), longest: longest(parsed)}
	switch {
	case shortest(parsed) == 0:
		return nil, fmt.Errorf("%s also matches where nothing stands, so it matches everywhere; leave out what may be empty, as x* or ^", quote.Text(text))
	case p.weight > maxWeight:
		return nil, fmt.Errorf("the pattern makes a program of %s steps; it may have %s: repeat less", quote.Count(p.weight), quote.Count(maxWeight))
	case parsed.MaxCap() > maxGroups:
		return nil, fmt.Errorf("the pattern has %d groups; it may have %d: write (?:…) for those that are not used", parsed.MaxCap(), maxGroups)
	}
	if lines {
		text = "(?m)" + text
	}
	p.expr, err = regexp.Compile(text)
	return p, err
}

// notRE2 says in which way a text is no pattern.
func notRE2(text string, err error) error {
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s is no pattern: %w", quote.Text(text), err)
	}
	switch {
	case wrong.Code == syntax.ErrInvalidPerlOp:
		return fmt.Errorf("%s is no pattern of RE2, which knows no %s: there is no looking ahead or behind", quote.Text(text), quote.Text(wrong.Expr))
	case wrong.Code == syntax.ErrInvalidRepeatSize:
		return fmt.Errorf("%s repeats too often: %s; the most is 1,000", quote.Text(text), quote.Text(wrong.Expr))
	}
	return fmt.Errorf("%s is no pattern of RE2: %s: %s", quote.Text(text), wrong.Code, quote.Text(wrong.Expr))
}

// weightOf counts the instructions of a program, those more that take longer.
func weightOf(program *syntax.Prog) int {
	weight := 0
	for i := range program.Inst {
		in := &program.Inst[i]
		switch {
		case in.Op == syntax.InstNop || in.Op == syntax.InstFail || in.Op == syntax.InstMatch:
		case in.Op == syntax.InstRune && len(in.Rune) > 8:
			weight += 3 // looked up in a table
		case in.Op == syntax.InstRune:
			weight += 2
		default:
			weight++
		}
	}
	return max(weight, 1)
}
