package behavior

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"mvdan.cc/sh/v3/syntax"
)

// word returns the value of a word.
func (s *shellReader) word(w *syntax.Word) Value {
	if w == nil {
		return Value{}
	}
	v := s.parts(w.Parts)
	s.spend(len(v.text)/64, func() analysis.Range { return s.place(w) })
	if !s.namesCredentials {
		return v
	}
	if p := trust.CredentialIn(v.text); p != "" {
		v.labels, v.secret = v.labels|secretPath, p
	}
	return v
}

func (s *shellReader) parts(parts []syntax.WordPart) Value {
	var v Value
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			v = v.join(Value{text: shell.Unescape(p.Value)})
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				if strings.Count(text, `\x`)+strings.Count(text, `\1`) >= 6 {
					v.labels |= Decoded
				}
				if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`); err == nil {
					text = plain
				}
			}
			v = v.join(Value{text: text})
		case *syntax.DblQuoted:
			v = v.join(s.parts(p.Parts))
		case *syntax.ParamExp:
			v = v.join(s.variable(p))
		case *syntax.CmdSubst:
			v = v.join(s.substituted(s.stmts(p.Stmts, Value{})))
		case *syntax.ProcSubst:
			if p.Op == syntax.CmdIn {
				v = v.join(s.substituted(s.stmts(p.Stmts, Value{})))
			} else {
				s.stmts(p.Stmts, Value{labels: output})
			}
		case *syntax.ArithmExp:
			v = v.join(Value{text: "0"})
		}
	}
	return v
}

func (s *shellReader) substituted(v Value) Value {
	v.labels |= output
	v.text = strings.TrimRight(v.text, "\n")
	return v
}

// variable returns the value of a variable, or its default.
func (s *shellReader) variable(p *syntax.ParamExp) Value {
	if p.Param == nil || p.Length {
		return Value{text: "0"}
	}
	name := p.Param.Value
	v, known := s.vars[name]
	if !known && p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
		if v = s.word(p.Exp.Word); v.text != "" {
			if trust.IsSecretName(name) {
				v.labels, v.secret = v.labels|Secret, "$"+name
			}
			return v
		}
	}
	if known && v.text != "" {
		return v
	}
	v.text = "${" + name + "}"
	switch name {
	case "HOME":
		v.text = "~"
	case "SHELL":
		v.text = "/bin/sh"
	}
	if trust.IsSecretName(name) {
		v.labels, v.secret = v.labels|Secret, cmp.Or(v.secret, "$"+name)
	}
	return v
}
