package python

import (
	"strings"
)

func (l *lexer) number() bool {
	start := l.pos
	end, ok := scanNumber(l.src[:l.end], start)
	l.pos = end
	if !ok {
		return l.fail(start, end, "invalid number")
	}
	l.add(number, start, end)
	return true
}

// scanNumber returns the end of a number, and whether it is valid.
func scanNumber(s string, at int) (int, bool) {
	if s[at] == '0' && at+1 < len(s) {
		if valid := digitsOf(s[at+1] | 0x20); valid != nil {
			at += 2
			if at < len(s) && s[at] == '_' {
				at++
			}
			end := digitsEnd(s, at, valid)
			return numberEnd(s, end, end > at)
		}
	}
	end := digitsEnd(s, at, isDigit)
	integer, real := s[at:end], false
	if end < len(s) && s[end] == '.' {
		point := end
		if end, real = digitsEnd(s, point+1, isDigit), true; end == point+1 && integer == "" {
			return end, false
		}
	}
	if n := exponentEnd(s, end); n > end {
		end, real = n, true
	}
	if end < len(s) && s[end]|0x20 == 'j' {
		end, real = end+1, true
	}
	return numberEnd(s, end, real || len(integer) < 2 || integer[0] != '0' || strings.Trim(integer, "0_") == "")
}

// digitsOf returns whether a byte is a digit of numbers that start with 0 and a letter.
func digitsOf(letter byte) func(byte) bool {
	switch letter {
	case 'x':
		return func(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
	case 'o':
		return func(c byte) bool { return '0' <= c && c <= '7' }
	case 'b':
		return func(c byte) bool { return c == '0' || c == '1' }
	}
	return nil
}

// digitsEnd returns the end of digits with single underscores between them.
func digitsEnd(s string, at int, valid func(byte) bool) int {
	start := at
	for at < len(s) && (valid(s[at]) || s[at] == '_' && at > start && s[at-1] != '_' && at+1 < len(s) && valid(s[at+1])) {
		at++
	}
	return at
}

// exponentEnd returns the end of an exponent, or at.
func exponentEnd(s string, at int) int {
	if at >= len(s) || s[at]|0x20 != 'e' {
		return at
	}
	digits := at + 1
	if digits < len(s) && (s[digits] == '+' || s[digits] == '-') {
		digits++
	}
	if end := digitsEnd(s, digits, isDigit); end > digits {
		return end
	}
	return at
}

// numberEnd reports whether a number may end here: keywords may follow directly.
func numberEnd(s string, at int, valid bool) (int, bool) {
	if !valid {
		return at, false
	}
	if at >= len(s) || !isNameStart(s[at]) {
		return at, at >= len(s) || !isDigit(s[at])
	}
	end := at
	for end < len(s) && (isNameStart(s[end]) || isDigit(s[end])) {
		end++
	}
	switch s[at:end] {
	case "and", "else", "for", "if", "in", "is", "not", "or":
		return at, true
	}
	return end, false
}

// longOperator returns the length of the operator of more than one character that a text starts with, or 0.
func longOperator(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[0] {
	case '*', '/', '<', '>':
		if s[1] == s[0] && len(s) > 2 && s[2] == '=' {
			return 3
		}
		if s[1] == s[0] || s[1] == '=' || s[:2] == "<>" {
			return 2
		}
	case ':', '!', '=', '+', '-', '%', '&', '|', '^', '@':
		if s[1] == '=' || s[:2] == "->" {
			return 2
		}
	case '.':
		if strings.HasPrefix(s, "...") {
			return 3
		}
	}
	return 0
}

func (l *lexer) operator() bool {
	start := l.pos
	rest := l.src[start:l.end]
	if n := longOperator(rest); n > 0 {
		l.pos += n
		l.add(operator, start, l.pos)
		return true
	}
	l.pos++
	switch rest[0] {
	case '(', '[', '{':
		if len(l.open) >= maxBrackets {
			l.tooDeep = true
			return l.fail(start, l.pos, "brackets nested too deeply")
		}
		l.open = append(l.open, len(l.tokens))
		l.add(operator, start, l.pos)
		return true
	case ')', ']', '}':
		return l.closeBracket(start)
	case '+', '-', '*', '/', '%', '&', '|', '^', '~', '<', '>', '.', ',', ':', ';', '=', '@':
		l.add(operator, start, l.pos)
		return true
	case '`':
		return l.fail(start, l.pos, "backquotes of Python 2")
	}
	return l.fail(start, l.pos, "invalid character "+rest[:1])
}

func (l *lexer) closeBracket(start int) bool {
	if len(l.open) == 0 {
		return l.fail(start, l.pos, "unmatched "+l.src[start:l.pos])
	}
	last := l.open[len(l.open)-1]
	if o := l.tokens[last].text; !(o == "(" && l.src[start] == ')' || o == "[" && l.src[start] == ']' || o == "{" && l.src[start] == '}') {
		return l.fail(start, l.pos, l.src[start:l.pos]+" does not match "+o)
	}
	l.open = l.open[:len(l.open)-1]
	l.tokens[last].match = int32(len(l.tokens))
	l.add(operator, start, l.pos)
	return true
}
