package loader

import "strings"

// A fieldValue is a text or a list.
type fieldValue struct {
	text   string
	isList bool
}

// String returns the text of a value without enclosing quotes, or "" for a list.
func (v fieldValue) String() string {
	if v.isList {
		return ""
	}
	text := TrimJS(v.text)
	for _, quote := range []string{`"`, "'"} {
		if strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			if len(text) == 1 {
				return ""
			}
			return text[1 : len(text)-1]
		}
	}
	return text
}

// parseLetta parses "key: value" at the start of lines, lists below a key, and block scalars.
func parseLetta(header string) map[string]fieldValue {
	fields := map[string]fieldValue{}
	pending, items := "", 0
	save := func() {
		if pending != "" {
			fields[pending] = fieldValue{isList: items > 0}
		}
		pending, items = "", 0
	}
	lines := strings.Split(header, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		bare := trimStartJS(line)
		if indent := utf16Length(line[:len(line)-len(bare)]); indent > 0 {
			if indent <= 2 && strings.HasPrefix(bare, "-") && pending != "" {
				items++
			}
			continue
		}
		save()
		key, value, ok := strings.Cut(line, ":")
		if !ok || key == "" {
			continue
		}
		key, value = TrimJS(key), TrimJS(value)
		switch {
		case isLettaBlock(value):
			from := i + 1
			for i+1 < len(lines) && (TrimJS(lines[i+1]) == "" || trimStartJS(lines[i+1]) != lines[i+1]) {
				i++
			}
			fields[key] = fieldValue{text: lettaBlock(lines[from:i+1], value)}
		case value != "":
			fields[key] = fieldValue{text: value}
		default:
			pending = key
		}
	}
	save()
	return fields
}

func isLettaBlock(value string) bool {
	switch value {
	case "|", ">", "|-", "|+", ">-", ">+":
		return true
	}
	return false
}

// lettaBlock returns the text of a block scalar. The smallest indentation is removed from all lines.
func lettaBlock(lines []string, indicator string) string {
	least := -1
	for _, line := range lines {
		if bare := trimStartJS(line); bare != "" {
			if indent := len(line) - len(bare); least < 0 || indent < least {
				least = indent
			}
		}
	}
	var b strings.Builder
	breaks := 0
	for i, line := range lines {
		if TrimJS(line) == "" {
			line = ""
		} else {
			line = line[max(least, 0):]
		}
		switch {
		case indicator[0] == '|':
			if i > 0 {
				b.WriteByte('\n')
			}
		case line == "":
			breaks++
			continue
		default:
			b.WriteString(strings.Repeat("\n", breaks))
			if b.Len() > breaks && breaks == 0 {
				b.WriteByte(' ')
			}
			breaks = 0
		}
		b.WriteString(line)
	}
	b.WriteString(strings.Repeat("\n", breaks))
	text := b.String()
	if strings.HasSuffix(indicator, "+") {
		return text + "\n"
	}
	text = strings.TrimRight(text, "\n")
	if !strings.HasSuffix(indicator, "-") {
		text += "\n"
	}
	return text
}
