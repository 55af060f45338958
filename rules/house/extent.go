package house

import (
	"regexp/syntax"
	"unicode/utf8"
)

// shortest returns the minimum number of characters in a match.
func shortest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(re.Sub[0])
	case syntax.OpRepeat:
		return min(re.Min*shortest(re.Sub[0]), unbounded)
	case syntax.OpConcat:
		sum := 0
		for _, sub := range re.Sub {
			sum += shortest(sub)
		}
		return min(sum, unbounded)
	case syntax.OpAlternate:
		least := unbounded
		for _, sub := range re.Sub {
			least = min(least, shortest(sub))
		}
		return least
	case syntax.OpNoMatch:
		return 1
	}
	return 0
}

// longest returns the maximum number of bytes in a match.
func longest(re *syntax.Regexp) int {
	most := 0
	switch re.Op {
	case syntax.OpLiteral:
		return utf8.UTFMax * len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return utf8.UTFMax
	case syntax.OpStar, syntax.OpPlus:
		return unbounded
	case syntax.OpRepeat:
		if re.Max < 0 {
			return unbounded
		}
		return min(re.Max*longest(re.Sub[0]), unbounded)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			most = max(most, longest(sub))
		}
		return most
	}
	for _, sub := range re.Sub {
		most = min(most+longest(sub), unbounded)
	}
	return most
}
