package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"slices"
	"strings"
)

// interpretOther reads an interpreter of another language.
func interpretOther(s *shellReader, c *call) Value {
	if c.name == "bun" && len(c.args) > 1 && slices.Contains([]string{"add", "install", "i", "x"}, c.args[1].text) {
		return install(s, c)
	}
	language := lex.LanguageOfProgram(c.name)
	for i := 1; i < len(c.args); i++ {
		text := strings.ToLower(c.args[i].text)
		hasValue := i+1 < len(c.args)
		switch {
		case language == psCode && hasValue && effect.TakesEncoded(text) && !s.isPlaceholder(c, c.args[i].text):
			s.add(Act{Kind: Runs, At: c.at, Of: Value{labels: Decoded}, By: c.name + " " + c.args[i].text})
			return Value{labels: output}
		case hasValue && (effect.TakesCode(text) || text == "-p" && language == jsCode):
			v := c.args[i+1]
			s.executeText(v, c)
			s.readEmbedded(language, v, c)
			if language == pythonCode || language == jsCode {
				return Value{labels: output | c.in.labels&(Environment|Credential|Secret|Encoded), secret: c.in.secret}
			}
			return c.in.opaque()
		case text == "-m" && language == pythonCode && hasValue:
			if c.args[i+1].text == "pip" {
				return install(s, &call{name: "pip", args: c.args[i+1:], in: c.in, at: c.at})
			}
			s.start(Value{text: strings.ReplaceAll(c.args[i+1].text, ".", "/") + ".py"}, c)
			return c.in.withoutText()
		}
	}
	return s.interpretFile(language, c)
}

// interpretFile reads an interpreter that runs a file, or its input.
func (s *shellReader) interpretFile(language string, c *call) Value {
	plain := c.arguments("-W -X -I -r --require --import --loader")
	if len(plain) > 0 && (plain[0].text == "run" || plain[0].text == "exec") {
		plain = plain[1:]
	}
	if len(plain) > 0 && plain[0].text != "-" && plain[0].text != "/dev/stdin" {
		s.start(plain[0], c)
		v := s.script(plain[0])
		if v.labels == 0 && strings.Contains(plain[0].text, "://") {
			v = Value{labels: Fetched, url: plain[0].text}
		}
		s.execute(v, c)
		return Value{labels: output}
	}
	s.execute(c.in, c)
	if c.in.text != "" && !c.in.Has(Fetched) {
		s.readEmbedded(language, c.in, c)
	}
	return Value{labels: output}
}

// readEmbedded reads code in an argument.
func (s *shellReader) readEmbedded(language string, code Value, c *call) {
	text := code.text
	s.leaveCut(code, c.at)
	if language == "other" {
		if effect.IsRemoteShell(text) {
			s.add(Act{Kind: OpensShell, At: c.at, By: c.name})
		}
		if _, command, ok := strings.Cut(text, "do shell script \""); ok { // AppleScript
			command, _, _ = strings.Cut(command, "\"")
			s.readLine(Value{text: command}, c.at, Value{})
		}
		s.readStringCalls(text, c.at)
		return
	}
	if text == "" || !s.allows(s.depth+1, mostEmbedded, TooDeep, c.at) {
		return
	}
	s.depth++
	s.reader.readEmbedded(language, text, c.at, s.vars, s.depth)
	s.depth--
}
