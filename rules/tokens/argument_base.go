package tokens

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// fields reports $ARGUMENTS with what would be one of them in another language: ".name", "[0]".
func (a *argumentCheck) fields() {
	title := a.d.Dialect.Title
	for _, v := range a.all {
		if v.Escapes > 0 || v.Range.Start < a.d.BodyStart() {
			continue
		}
		switch {
		case v.Form == placeholder.Indexed && !a.rules.Indexed:
			a.pass.Reportf(v.Range, "%s is all arguments and \"[%d]\" behind them in %s; write $%d", a.d.Text(v.Range), v.Index, title, a.rules.First+v.Index)
		case v.Form == placeholder.Arguments:
			if field := fieldBehind(a.d.Source, v.Range); field != "" {
				r := analysis.Range{Start: v.Range.Start, End: v.Range.End + len(field)}
				a.pass.Reportf(r, "%s is all arguments and %q behind them in %s, which has no arguments with names there; write $ARGUMENTS, or $%d",
					a.d.Text(r), field, title, a.rules.First)
			}
		}
	}
}

// fieldBehind returns the field of an object that stands behind a place, as ".name"; "" where it is
// the end of a sentence or of a file's name.
func fieldBehind(text []byte, r analysis.Range) string {
	end := r.End + 1
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	if end-r.End < 3 || text[r.End] != '.' || end-r.End > 64 {
		return ""
	}
	inPath := r.Start > 0 && (isNameByte(text[r.Start-1]) || strings.IndexByte("/.-@:\\", text[r.Start-1]) >= 0)
	field := string(text[r.End:end])
	if inPath || strings.Contains(endings, field+".") || end < len(text) && (text[end] == '.' || text[end] == '/' || text[end] == '-') && !endsSentence(text[end:]) || field[1] >= '0' && field[1] <= '9' {
		return ""
	}
	return field
}

// endsSentence reports whether a text begins with a full stop that ends a sentence.
func endsSentence(text []byte) bool {
	return text[0] == '.' && (len(text) == 1 || strings.IndexByte(" \t\r\n`*\")", text[1]) >= 0)
}

// endings are those of files that a name may have.
const endings = ".astro.bash.bat.c.cc.cfg.conf.cpp.cs.css.csv.dart.diff.doc.docx.env.ex.exs.feature.gif.go.graphql.h.hbs.html.ini.ipynb.java.jpeg.jpg.js.json.jsonl.jsx.kt.less.lock.log.lua.md.mdc.mdx.mjs.patch.pdf.php.png.prisma.proto.ps1.py.rb.rs.rst.scss.sh.spec.sql.svelte.svg.swift.test.tex.tf.toml.ts.tsx.txt.vue.xls.xlsx.xml.yaml.yml.zip.zsh."

// base reports numbers that count from another first one than the loader.
func (a *argumentCheck) base() {
	if len(a.open) == 0 {
		return
	}
	if a.rules.First > 0 {
		if i := slices.IndexFunc(a.open, func(v placeholder.Variable) bool { return v.Index < a.rules.First }); i >= 0 {
			v := a.open[i]
			a.pass.Reportf(v.Range, "$%s is no argument in %s, which counts from %d, so it stays as it is; write $%d", v.Name, a.d.Dialect.Title, a.rules.First, a.rules.First)
		}
		return
	}
	most := 0
	for _, v := range a.all {
		if v.Form == placeholder.Arguments || v.Form == placeholder.Indexed || v.Form == placeholder.Position && v.Index == 0 {
			return // what comes before the second argument is used
		}
	}
	for _, v := range a.open {
		most = max(most, v.Index)
	}
	first := slices.IndexFunc(a.open, func(v placeholder.Variable) bool { return v.Index == 1 })
	hinted, declared := a.hinted()
	if first < 0 || declared && hinted != most || !declared && a.d.Kind != analysis.Command {
		return
	}
	v := a.open[first]
	d := analysis.Diagnostic{Range: v.Range, Message: fmt.Sprintf("$%s is %s in %s, which counts from 0, and nothing here is the first one; write $%d",
		v.Name, ordinal(v.Index, 0), a.d.Dialect.Title, v.Index-1)}
	for i, v := range a.open[:min(len(a.open), maxPlaces)] {
		if i != first {
			d.Related = append(d.Related, analysis.Related{Location: a.d.At(v.Range), Message: "also here"})
		}
	}
	a.pass.Report(d)
}

// hinted returns how many arguments the header tells of, and whether it does at all.
func (a *argumentCheck) hinted() (n int, declared bool) {
	for _, field := range a.rules.Declared {
		v := a.d.Data.Get(field)
		if v == nil {
			continue
		}
		declared = true
		switch {
		case v.Kind == analysis.List:
			n = max(n, len(v.Items))
		case strings.ContainsAny(v.Text, "<["):
			n = max(n, strings.Count(v.Text, "<")+strings.Count(v.Text, "["))
		default:
			n = max(n, len(strings.Fields(v.Text)))
		}
	}
	return n, declared
}
