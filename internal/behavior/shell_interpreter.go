package behavior

import (
	"slices"
	"strings"
)

// interpretOther reads an interpreter of another language.
func interpretOther(s *shellReader, c *call) Value {
	if c.name == "bun" && len(c.args) > 1 && slices.Contains([]string{"add", "install", "i", "x"}, c.args[1].text) {
		return install(s, c)
	}
	language := languageOfProgram(c.name)
	for i := 1; i < len(c.args); i++ {
		text := strings.ToLower(c.args[i].text)
		hasValue := i+1 < len(c.args)
		switch {
		case language == psCode && hasValue && takesEncoded(text) && !s.isPlaceholder(c, c.args[i].text):
			s.add(Act{Kind: Runs, At: c.at, Of: Value{labels: Decoded}, By: c.name + " " + c.args[i].text})
			return Value{labels: output}
		case hasValue && (takesCode(text) || text == "-p" && language == jsCode):
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

// takesEncoded reports whether the value of an option of PowerShell is encoded code. An option may be cut.
func takesEncoded(option string) bool {
	return (strings.HasPrefix(option, "-e") && strings.HasPrefix("-encodedcommand", option) || option == "-ec") && option != "-ex" && !strings.HasPrefix(option, "-ep")
}

// takesCode reports whether the value of an option of an interpreter is code.
func takesCode(option string) bool {
	switch option {
	case "-c", "-e", "-r", "--eval", "-pe", "-ne", "-command", "eval":
		return true
	}
	return false
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
		if isRemoteShell(text) {
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

// isRemoteShell reports whether code in Perl, Ruby, PHP, Lua or AWK connects a shell to a host.
func isRemoteShell(text string) bool {
	return (containsAny(text, "/inet/tcp") || hasWord(text, "Socket", "socket", "TCPSocket", "UNIXSocket", "fsockopen", "stream_socket_client")) &&
		(containsAny(text, "/bin/sh", "/bin/bash", "sh -i", "cmd.exe", "`#{") || hasWord(text, "exec(", "exec \"", "popen", "popen3", "proc_open", "spawn", "getline"))
}
