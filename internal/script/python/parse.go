package python

import "sync"

// maxDepth limits nested expressions and statements. Brackets and indentations have limits of their own.
const maxDepth = 1000

// buffers are the tokens of files that were parsed, for the next ones.
var buffers = sync.Pool{New: func() any { return &[]token{} }}

const maxKept = 64 << 10 // tokens

// A stop ends parsing at a syntax error.
type stop struct{}

// A parser parses tokens. Methods panic with stop at an error.
type parser struct {
	src     string
	tokens  []token
	at      int
	lexer   *lexer
	depth   int
	err     *Error
	tooDeep bool
	exprs   []Expr // preallocated
	stmts   []Stmt
}

// Parse parses a source. It never fails: the file contains what precedes an error.
func Parse(source []byte) *File {
	src := string(source)
	buffer := buffers.Get().(*[]token)
	l := lex(src, 0, len(src), (*buffer)[:0])
	defer func() {
		if clear(l.tokens); cap(l.tokens) <= maxKept {
			*buffer = l.tokens
			buffers.Put(buffer)
		}
	}()
	p := &parser{src: src, tokens: l.tokens, lexer: l}
	f := &File{Source: src}
	p.guard(func() {
		for p.tokens[p.at].kind != endOfFile {
			if p.tokens[p.at].kind == newline {
				p.at++
				continue
			}
			f.Body = p.statement(f.Body)
		}
	})
	f.TooDeep = p.tooDeep || p.err != nil && l.tooDeep
	if !f.TooDeep {
		f.Err = p.err
	}
	return f
}

func (p *parser) guard(run func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stop); !ok {
				panic(r)
			}
		}
	}()
	run()
}

// fail records the error at a token and stops.
func (p *parser) fail(at int, message string) {
	t := p.tokens[at]
	if t.kind == invalid {
		p.err = p.lexer.err
		panic(stop{})
	}
	start, end := t.start, t.end()
	for i := len(p.lexer.open) - 1; i >= 0; i-- { // innermost bracket that is never closed
		if open := p.lexer.open[i]; open < at && p.lexer.err == nil {
			t = p.tokens[open]
			start, end, message = t.start, t.end(), "unclosed "+t.text
			break
		}
	}
	p.failAt(start, end, message)
}

func (p *parser) failAt(start, end int, message string) {
	p.err = &Error{start, max(start, end), message}
	panic(stop{})
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.tooDeep = true
		panic(stop{})
	}
}

func (p *parser) tok() *token { return &p.tokens[p.at] }

func (p *parser) isOp(o string) bool {
	t := &p.tokens[p.at]
	return t.kind == operator && t.text == o
}

func (p *parser) isWord(w string) bool {
	t := &p.tokens[p.at]
	return t.kind == name && t.text == w
}

func (p *parser) op(o string) bool {
	if p.isOp(o) {
		p.at++
		return true
	}
	return false
}

func (p *parser) word(w string) bool {
	if p.isWord(w) {
		p.at++
		return true
	}
	return false
}

func (p *parser) needOp(o string) {
	if !p.op(o) {
		p.unexpected("expected " + o)
	}
}

func (p *parser) needWord(w string) {
	if !p.word(w) {
		p.unexpected("expected " + w)
	}
}

// unexpected fails at the current token.
func (p *parser) unexpected(message string) {
	t := p.tok()
	switch {
	case t.kind == indent:
		message = "unexpected indentation"
	case p.at > 0 && p.tokens[p.at-1].kind == name && (p.tokens[p.at-1].text == "print" || p.tokens[p.at-1].text == "exec") && (t.kind == text || t.kind == name || t.kind == number):
		p.failAt(p.tokens[p.at-1].start, t.end(), p.tokens[p.at-1].text+" statement of Python 2")
	case t.kind == operator && t.text == "<>":
		message = "operator <> of Python 2"
	}
	p.fail(p.at, message)
}

// end returns the end of the previous token.
func (p *parser) end() int { return p.tokens[p.at-1].end() }

func (p *parser) expr(k ExprKind, start int) *Expr {
	if len(p.exprs) == 0 {
		p.exprs = make([]Expr, 128)
	}
	e := &p.exprs[0]
	p.exprs = p.exprs[1:]
	e.Kind, e.Start, e.End = k, start, p.tokens[max(p.at-1, 0)].end()
	return e
}

func (p *parser) stmt(k StmtKind, start int) *Stmt {
	if len(p.stmts) == 0 {
		p.stmts = make([]Stmt, 32)
	}
	s := &p.stmts[0]
	p.stmts = p.stmts[1:]
	s.Kind, s.Start = k, start
	return s
}

// isKeyword reports whether a word cannot be a name.
func isKeyword(w string) bool {
	if len(w) < 2 || len(w) > 8 {
		return false
	}
	switch w {
	case "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally",
		"for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
		return true
	}
	return false
}

// identifier reads a name that is not a keyword.
func (p *parser) identifier() *token {
	t := p.tok()
	if t.kind != name || isKeyword(t.text) {
		p.unexpected("expected a name")
	}
	p.at++
	return t
}
