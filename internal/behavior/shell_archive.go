package behavior

import (
	"slices"
	"strings"
)

// archive reads programs that create archives.
func archive(s *shellReader, c *call) Value {
	var v Value
	target, next, dir := "", false, ""
	create := false
	for i, a := range c.args[1:] {
		text := a.text
		isFlags := strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") || i == 0 && c.name == "tar" && !strings.ContainsAny(text, "./~$")
		if i > 0 && c.name == "tar" && c.args[i].text == "-C" {
			dir = strings.TrimSuffix(text, "/") + "/"
			continue
		}
		switch {
		case isFlags:
			create = create || strings.ContainsAny(text, "cr")
			next = c.name == "tar" && strings.HasSuffix(text, "f")
		case next:
			target, next = text, false
		case c.name != "tar" && target == "" && text != "a" && text != "":
			target, create = text, true
		default:
			if text == "--create" {
				create = true
			}
			if _, ok := s.files[dir+text+"/"]; ok && dir != "" {
				a.text = dir + text
			}
			v = v.join(s.read(a))
		}
	}
	v.text = ""
	switch {
	case !create, strings.HasPrefix(c.name, "7z") && c.Has("x", "e"):
		isLocked := strings.HasPrefix(c.name, "7z") && slices.ContainsFunc(c.args, func(a Value) bool {
			return strings.HasPrefix(a.text, "-p") && len(a.text) > 2 && !strings.Contains(a.text, "$")
		})
		defer func() {
			if isLocked && s.unpacked.Has(Fetched) {
				s.unpacked.labels |= Decoded
			}
		}()
		if w := s.files[c.args[len(c.args)-1].text]; strings.HasPrefix(c.name, "7z") && w.Has(Fetched) {
			s.unpacked = w
		}
		if c.in.Has(Fetched) {
			s.unpacked = c.in
		} else if w := s.files[target]; w.Has(Fetched) {
			s.unpacked = w
		} else if v.Has(Fetched) {
			s.unpacked = v
		}
		return Value{labels: c.in.labels & (Fetched | Decoded), url: c.in.url}
	case target == "" || target == "-":
		return v.join(Value{labels: output | Encoded})
	}
	if s.allows(len(s.files), mostFiles, TooMuch, c.at) {
		s.setFile(target, v.join(Value{labels: Encoded}))
	}
	return Value{}
}

// unpack reads programs that only unpack archives.
func unpack(s *shellReader, c *call) Value {
	for _, a := range c.arguments("-P -d -x") {
		if v := s.script(a); v.Has(Fetched) {
			s.unpacked = v
		}
	}
	if password := optionValue(c, "-P"); password != "" && !strings.Contains(password, "$") && s.unpacked.Has(Fetched) {
		s.unpacked.labels |= Decoded
	}
	return Value{labels: output}
}
