package script

import (
	"slices"
	"strings"
)

// A jsFile is a script of JavaScript or TypeScript.
type jsFile struct {
	*Script
	src    string
	tokens []jsToken
	names  map[string]string // modules by the names that are imported from them; the name itself after ":"
}

func readJavaScript(s *Script, path string, source []byte) {
	src := string(source)
	l := lexJS(src)
	if l.problem != nil {
		// JSX contains text, whose quotes and brackets mean nothing.
		lower := strings.ToLower(path)
		isJSX := strings.HasSuffix(lower, "x") || strings.Contains(src, "</") || strings.Contains(src, "/>")
		if !l.uncertain && !isJSX {
			s.SyntaxErrors = []Problem{*l.problem}
		}
		s.Interface.Reason = "the script does not parse"
	}
	f := &jsFile{Script: s, src: src, tokens: l.tokens, names: map[string]string{}}
	f.imports()
	f.environment()
	if l.problem == nil {
		s.IsModule = f.isModule()
		s.Interface = f.commandLine()
	}
}

func (f *jsFile) at(i int) *jsToken {
	if i < 0 || i >= len(f.tokens) {
		return &jsToken{kind: jsEnd}
	}
	return &f.tokens[i]
}

func (f *jsFile) is(i int, texts ...string) bool {
	for k, text := range texts {
		if t := f.at(i + k); t.text != text || t.kind == jsString || t.kind == jsTemplate {
			return false
		}
	}
	return true
}

// isAny reports whether a token has one of several texts.
func (f *jsFile) isAny(i int, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return f.is(i, text) })
}

// text returns the value of a token that is a string without parts.
func (f *jsFile) text(i int) (string, bool) {
	t := f.at(i)
	return t.text, t.kind == jsString || t.kind == jsTemplate && !t.dynamic
}

// imports collects the modules that are imported.
func (f *jsFile) imports() {
	depth := 0
	tries := []int{} // ends of try blocks
	for i := range f.tokens {
		for len(tries) > 0 && i >= tries[len(tries)-1] {
			tries = tries[:len(tries)-1]
		}
		t := &f.tokens[i]
		switch {
		case f.isAny(i, "{", "(", "${"):
			depth++
		case f.isAny(i, "}", ")"):
			depth--
		case t.kind != jsName || f.is(i-1, "."):
		case t.text == "try" && f.is(i+1, "{"):
			tries = append(tries, f.at(i+1).match)
		case t.text == "import" && f.is(i+1, "("):
			f.addImport(i+2, true)
		case t.text == "require" && f.is(i+1, "("):
			f.addImport(i+2, len(tries) > 0 || depth > 0 || f.isAny(i-1, "=>", "?", ":", "&&", "||", "??"))
			f.bind(i)
		case (t.text == "import" || t.text == "export") && depth == 0:
			f.importStatement(i)
		}
	}
}

// bind records the names that get their value from require(…).
func (f *jsFile) bind(i int) {
	module, ok := f.text(i + 2)
	if !ok || !f.is(i-1, "=") {
		return
	}
	if name := f.at(i - 2); name.kind == jsName {
		f.names[name.text] = module
		return
	}
	if f.is(i-2, "}") {
		for k := i - 3; k > 0 && k > i-200 && !f.is(k, "{"); k-- {
			if f.at(k).kind == jsName {
				f.names[f.at(k).text] = module + ":" + f.at(k).text
			}
		}
	}
}

// importStatement reads: import a, { b as c } from "module"
func (f *jsFile) importStatement(i int) {
	isType := f.is(i+1, "type") && !f.is(i+2, "from") && !f.is(i+2, ",")
	if _, ok := f.text(i + 1); ok && f.at(i).text == "import" {
		f.addImport(i+1, false)
		return
	}
	var names []string
	for k := i + 1; k < len(f.tokens) && k < i+2000; k++ {
		t := f.at(k)
		switch {
		case t.kind == jsName && t.text == "from":
			module, ok := f.text(k + 1)
			if !ok {
				continue
			}
			f.addImport(k+1, isType)
			f.bindNames(names, module, f.is(i+1, "{"))
			return
		case f.isAny(k, "import", "export", "const", "function", "class"):
			return
		case t.kind == jsName:
			names = append(names, t.text)
		case f.isAny(k, "{", "}", ",", "*"):
		default:
			return
		}
	}
}

// bindNames records imported names. The first one is the module itself, unless all are members.
func (f *jsFile) bindNames(names []string, module string, members bool) {
	for n, name := range names {
		f.names[name] = module
		if n > 0 || members {
			f.names[name] = module + ":" + name
		}
	}
}

func (f *jsFile) addImport(i int, optional bool) {
	path, ok := f.text(i)
	if !ok || path == "" || len(f.Imports) == maxImports {
		return
	}
	t := f.at(i)
	f.Imports = append(f.Imports, Import{Name: jsPackage(path), Path: path, Range: span(t.start+1, t.end-1), Optional: optional})
}

// jsPackage returns the name of the package of a module: "lodash" of "lodash/fp", "@scope/name" of "@scope/name/sub".
func jsPackage(path string) string {
	if strings.HasPrefix(path, ".") || strings.HasPrefix(path, "/") {
		return path
	}
	for _, scheme := range []string{"npm:", "jsr:"} {
		if rest, ok := strings.CutPrefix(path, scheme); ok {
			return scheme + rest
		}
	}
	parts := strings.SplitN(path, "/", 3)
	if strings.HasPrefix(path, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// environment collects process.env.NAME and the like.
func (f *jsFile) environment() {
	for i := range f.tokens {
		if f.is(i, "env") && f.is(i-1, ".") && f.isAny(i-2, "process", "Bun", "Deno") {
			f.environmentAt(i)
		}
	}
}

// environmentAt collects the variables that are read from an object "env".
func (f *jsFile) environmentAt(i int) {
	switch {
	case f.is(i+1, ".", "get", "("):
		f.quotedVariable(i-2, i+4)
	case f.is(i+1, "["):
		f.quotedVariable(i-2, i+2)
	case f.isAny(i+1, ".", "?.") && f.at(i+2).kind == jsName && isEnvironmentName(f.at(i+2).text):
		if t := f.at(i + 2); !f.is(i+3, "=") { // not an assignment
			f.addVariable(Variable{t.text, f.isRequired(i-2, i+3), span(t.start, t.end)})
		}
	case f.is(i-3, "=") && f.is(i-4, "}"): // const { A, B } = process.env
		for k := i - 5; k > 0 && k > i-300 && !f.is(k, "{"); k-- {
			if t := f.at(k); t.kind == jsName && isEnvironmentName(t.text) {
				f.addVariable(Variable{t.text, false, span(t.start, t.end)})
			}
		}
	}
}

// quotedVariable adds the variable that a string names. The expression starts at a token before it.
func (f *jsFile) quotedVariable(start, at int) {
	if name, ok := f.text(at); ok && isEnvironmentName(name) {
		t := f.at(at)
		f.addVariable(Variable{name, f.isRequired(start, at+2), span(t.start, t.end)})
	}
}

// isRequired reports whether the script ends without a variable, whose expression is between two tokens.
func (f *jsFile) isRequired(start, end int) bool {
	if f.is(start-1, "!") && f.is(start-2, "(") && f.is(start-3, "if") && f.is(end, ")") {
		return f.ends(end + 1)
	}
	if !f.is(start-1, "=") || !(f.is(end, ";") || f.at(end).lineBefore) {
		return false
	}
	name := f.at(start - 2).text
	for k := end; k < end+40 && k < len(f.tokens); k++ {
		if f.is(k, "if", "(", "!", name, ")") {
			return f.ends(k + 5)
		}
	}
	return false
}

// ends reports whether a block ends the script.
func (f *jsFile) ends(i int) bool {
	last := i + 40
	if f.is(i, "{") {
		last = min(last, f.at(i).match)
	}
	for k := i; k < last && k < len(f.tokens); k++ {
		if f.is(k, "throw") || f.is(k, "process", ".", "exit", "(") && !f.is(k+4, "0") {
			return true
		}
	}
	return false
}

// isModule reports whether the file only exports and declares.
func (f *jsFile) isModule() bool {
	exports := strings.Contains(f.src, "module.exports") || slices.ContainsFunc(f.tokens, func(t jsToken) bool { return t.kind == jsName && t.text == "export" })
	return exports && !strings.Contains(f.src, "require.main") && !strings.Contains(f.src, "import.meta.main") && !strings.Contains(f.src, "process.argv") && !strings.Contains(f.src, "import.meta.url")
}
