package jsyaml

import (
	"strconv"
	"strings"
	"time"
)

// parseDate parses a date, 2024-01-31, or a date with a time, 2024-1-31 6:30:00 +1.
func parseDate(text string) (time.Time, bool) {
	year, rest, ok1 := cutNumber(text, 4, 4)
	month, rest, ok2 := cutNumber(cutByte(rest, '-'), 1, 2)
	day, rest, ok3 := cutNumber(cutByte(rest, '-'), 1, 2)
	if !ok1 || !ok2 || !ok3 {
		return time.Time{}, false
	}
	if year < 100 { // Date.UTC adds 1900 to these
		year += 1900
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if rest == "" {
		return date, len(text) == len("2024-01-31")
	}
	clock, ok := parseClock(rest)
	return date.Add(clock), ok
}

// parseClock parses the time after the date, and the time zone if there is one.
func parseClock(text string) (time.Duration, bool) {
	rest := strings.TrimLeft(text, " \t")
	if rest == text {
		if rest[0] != 'T' && rest[0] != 't' {
			return 0, false
		}
		rest = rest[1:]
	}
	hour, rest, ok1 := cutNumber(rest, 1, 2)
	minute, rest, ok2 := cutNumber(cutByte(rest, ':'), 2, 2)
	second, rest, ok3 := cutNumber(cutByte(rest, ':'), 2, 2)
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	if strings.HasPrefix(rest, ".") {
		after := strings.TrimLeft(rest[1:], "0123456789")
		fraction := rest[1 : len(rest)-len(after)]
		millis, _ := strconv.Atoi((fraction + "000")[:3])
		clock += time.Duration(millis) * time.Millisecond
		rest = after
	}
	zone, ok := parseZone(rest)
	return clock - zone, ok
}

// parseZone parses the offset from UTC.
func parseZone(text string) (time.Duration, bool) {
	rest := strings.TrimLeft(text, " \t")
	switch {
	case text == "" || rest == "Z":
		return 0, true
	case rest == "" || rest[0] != '+' && rest[0] != '-':
		return 0, false
	}
	sign := time.Duration(1)
	if rest[0] == '-' {
		sign = -1
	}
	hour, rest, ok := cutNumber(rest[1:], 1, 2)
	minute := 0
	if ok && rest != "" {
		minute, rest, ok = cutNumber(cutByte(rest, ':'), 2, 2)
	}
	return sign * (time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute), ok && rest == ""
}

// cutNumber removes a number with least to most digits, as many as possible.
func cutNumber(text string, least, most int) (n int, rest string, ok bool) {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	digits = min(digits, most)
	if digits < least {
		return 0, text, false
	}
	n, _ = strconv.Atoi(text[:digits])
	return n, text[digits:], true
}

// cutByte removes a required byte. It returns "" if the byte is missing.
func cutByte(text string, c byte) string {
	if text == "" || text[0] != c {
		return ""
	}
	return text[1:]
}

// printDate formats a date as JavaScript does.
func printDate(text string) string {
	date, _ := parseDate(text)
	return date.Format("Mon Jan 02 2006 15:04:05 GMT+0000 (Coordinated Universal Time)")
}
