package script

import (
	"strings"
)

// A psReader reads the param block at the start of a PowerShell script.
type psReader struct {
	src string
	pos int
}

func readPowerShell(s *Script, source []byte) {
	r := &psReader{src: strings.TrimPrefix(string(source), "\ufeff")}
	offset := len(source) - len(r.src)
	i := &Interface{Library: "param", IgnoresCase: true, Abbreviations: true, OneDash: true, Interspersed: true}
	s.Interface = i
	s.environmentOf(r.src, offset)
	advanced := false
	for {
		r.space()
		switch {
		case r.word("param"):
			if r.space(); r.peek() != '(' {
				i.Reason = "the parameters are not read"
				return
			}
			r.pos++
			i.Unknown, i.Surplus = Ignored, Ignored
			if r.params(i, offset) || advanced {
				i.Unknown, i.Surplus = Rejected, Rejected
			}
			i.Known = i.Reason == ""
			return
		case r.peek() == '[':
			start := r.pos
			r.bracket()
			text := strings.ToLower(r.src[start:r.pos])
			advanced = advanced || strings.HasPrefix(text, "[cmdletbinding")
			if strings.Contains(text, "positionalbinding") {
				i.Reason = "positional parameters are not read"
			}
		case r.word("using"):
			r.line()
		default:
			if strings.Contains(strings.ToLower(r.src), "$args") {
				i.Reason = "the arguments are processed in code that is not read"
				return
			}
			i.Known, i.Library, i.Unknown, i.Surplus = true, "none", Ignored, Ignored
			return
		}
	}
}

// environmentOf collects $env:NAME.
func (s *Script) environmentOf(src string, offset int) {
	const prefix = "$env:"
	for from := 0; ; {
		n := strings.IndexByte(src[from:], '$')
		if n < 0 {
			return
		}
		start := from + n + len(prefix)
		if start > len(src) || !strings.EqualFold(src[start-len(prefix):start], prefix) {
			from += n + 1
			continue
		}
		end := start
		for end < len(src) && (isJSName(src[end]) || '0' <= src[end] && src[end] <= '9') {
			end++
		}
		if name := src[start:end]; isEnvironmentName(name) && !strings.HasPrefix(strings.TrimLeft(src[end:], " "), "= ") {
			s.addVariable(Variable{name, false, span(offset+start, offset+end)})
		}
		from = max(end, start)
	}
}

func (r *psReader) peek() byte {
	if r.pos < len(r.src) {
		return r.src[r.pos]
	}
	return 0
}

func (r *psReader) line() {
	for r.pos < len(r.src) && r.src[r.pos] != '\n' {
		r.pos++
	}
}

// space skips white space and comments.
func (r *psReader) space() {
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';':
			r.pos++
		case strings.HasPrefix(r.src[r.pos:], "<#"):
			n := strings.Index(r.src[r.pos:], "#>")
			if n < 0 {
				r.pos = len(r.src)
				return
			}
			r.pos += n + 2
		case c == '#':
			r.line()
		default:
			return
		}
	}
}

// word skips a word, in any case.
func (r *psReader) word(w string) bool {
	end := r.pos + len(w)
	if end > len(r.src) || !strings.EqualFold(r.src[r.pos:end], w) || end < len(r.src) && isJSName(r.src[end]) {
		return false
	}
	r.pos = end
	return true
}

// bracket skips brackets with everything in them.
func (r *psReader) bracket() {
	depth := 0
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth <= 0 {
				r.pos++
				return
			}
		case '\'', '"':
			r.quoted(c)
			continue
		case '#':
			r.line()
			continue
		}
		r.pos++
	}
}

func (r *psReader) quoted(quote byte) {
	for r.pos++; r.pos < len(r.src) && r.src[r.pos] != quote; r.pos++ {
		if r.src[r.pos] == '`' {
			r.pos++
		}
	}
	r.pos = min(r.pos+1, len(r.src))
}

// params reads the parameters, and reports whether one has the attribute Parameter.
func (r *psReader) params(i *Interface, offset int) (advanced bool) {
	o := Option{Arity: 1}
	remaining := false
	for {
		r.space()
		start := r.pos
		switch c := r.peek(); {
		case c == 0:
			i.Reason = "the parameters are not read"
			return advanced
		case c == ')':
			return advanced
		case c == ',':
			r.pos++
		case c == '[':
			r.bracket()
			text := r.src[start:r.pos]
			lower := strings.ToLower(strings.ReplaceAll(text, " ", ""))
			if !strings.HasPrefix(lower, "[parameter") {
				psAttribute(&o, text, lower)
				continue
			}
			advanced = true
			o.Required = strings.Contains(lower, "mandatory") && !strings.Contains(lower, "mandatory=$false")
			remaining = strings.Contains(lower, "valuefromremaining")
			if strings.Contains(lower, "parametersetname") {
				i.Reason = "sets of parameters are not read"
			}
		case c == '$':
			r.pos++
			for r.pos < len(r.src) && isJSNamePart(r.src[r.pos]) {
				r.pos++
			}
			name := r.src[start+1 : r.pos]
			if name == "" {
				i.Reason = "the parameters are not read"
				return advanced
			}
			o.Names = append([]string{"-" + name}, o.Names...)
			o.Range = span(offset+start, offset+r.pos)
			r.defaultValue(&o)
			i.Options = append(i.Options, o)
			if o.Arity != 0 {
				p := Positional{Name: name, Max: 1, Range: o.Range}
				if remaining {
					p.Max = -1
				}
				i.Positionals = append(i.Positionals, p)
			}
			o, remaining = Option{Arity: 1}, false
		default:
			i.Reason = "the parameters are not read"
			return advanced
		}
	}
}

// psAttribute reads a type or an attribute other than Parameter.
func psAttribute(o *Option, text, lower string) {
	switch {
	case strings.HasPrefix(lower, "[validateset("):
		o.Choices = psTexts(text)
	case lower == "[switch]":
		o.Arity = 0
	case lower == "[int]" || lower == "[int32]":
		o.Type = Int
	case strings.HasPrefix(lower, "[alias("):
		for _, name := range psTexts(text) {
			o.Names = append(o.Names, "-"+name)
		}
	case strings.HasSuffix(lower, "[]]"):
		o.Type = Text
	}
}

// defaultValue skips "= value".
func (r *psReader) defaultValue(o *Option) {
	r.space()
	if r.peek() != '=' {
		return
	}
	r.pos++
	start := r.pos
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; c {
		case ',', ')':
			o.Default = strings.TrimSpace(r.src[start:r.pos])
			return
		case '(', '[', '{':
			r.bracket()
		case '\'', '"':
			r.quoted(c)
		case '#':
			r.line()
		default:
			r.pos++
		}
	}
}

// psTexts returns the quoted texts in an attribute.
func psTexts(s string) []string {
	var list []string
	for {
		n := strings.IndexAny(s, `'"`)
		if n < 0 {
			return list
		}
		value, rest, ok := strings.Cut(s[n+1:], s[n:n+1])
		if !ok {
			return list
		}
		list = append(list, value)
		s = rest
	}
}
