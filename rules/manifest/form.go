package manifest

import "strings"

// isID reports whether a text is a valid id: ^[A-Za-z0-9][A-Za-z0-9._-]*$.
func isID(text string) bool {
	if text == "" || !isAlnum(text[0]) {
		return false
	}
	for i := range len(text) {
		if c := text[i]; !isAlnum(c) && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// startsWithTaskID reports whether an id begins with a task and a hyphen: ^T[0-9]+-.
func startsWithTaskID(id string) bool {
	rest, ok := strings.CutPrefix(id, "T")
	digits := 0
	for digits < len(rest) && isDigit(rest[digits]) {
		digits++
	}
	return ok && digits > 0 && len(rest) > digits+1 && rest[digits] == '-'
}

// isTaskSlug reports whether an id is valid in the strict profile: ^T[0-9]+-[a-z0-9]+(-[a-z0-9]+)*$.
func isTaskSlug(id string) bool {
	if !startsWithTaskID(id) {
		return false
	}
	for part := range strings.SplitSeq(id[strings.IndexByte(id, '-')+1:], "-") {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return true
}

// endsWithDay reports whether an id ends with a hyphen and a text in the form of a date.
func endsWithDay(id string) bool {
	const day = "-2006-01-02"
	if len(id) < len(day) {
		return false
	}
	for i, c := range []byte(id[len(id)-len(day):]) {
		if isDigit(day[i]) != isDigit(c) || !isDigit(c) && c != '-' {
			return false
		}
	}
	return true
}

// isDay reports whether a text is a valid date in the form YYYY-MM-DD.
func isDay(text string) bool {
	if len(text) != len("2006-01-02") || text[4] != '-' || text[7] != '-' {
		return false
	}
	for i := range len(text) {
		if i != 4 && i != 7 && !isDigit(text[i]) {
			return false
		}
	}
	number := func(from, to int) int {
		n := 0
		for _, c := range []byte(text[from:to]) {
			n = 10*n + int(c-'0')
		}
		return n
	}
	day, month := number(8, 10), number(5, 7)
	return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, number(0, 4))
}

func daysOf(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && year%100 != 0 || year%400 == 0 {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
