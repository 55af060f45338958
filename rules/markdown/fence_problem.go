package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/rules/markdown/fence"
	"github.com/yuin/goldmark/ast"
)

// A file with more lines or problems was probably collected by a program, which may omit fences anywhere.
const (
	collectedLines    = 5_000
	collectedProblems = 8
)

// reportFences reports the problems of one of the two rules. Those of a collected file are one finding of UnclosedFence.
func reportFences(pass *analysis.Pass, nested bool) error {
	d, p := pass.Document, fence.Fact.Of(pass)
	if p == nil {
		return nil
	}
	collected := d.LineCount() > collectedLines || len(p.Problems) >= collectedProblems
	var tags []fence.Problem
	for _, problem := range p.Problems {
		isNested := problem.Kind == fence.Nested || problem.Kind == fence.Short
		switch {
		case collected && !nested:
			pass.Report(summary(d, p))
			return nil
		case collected || isNested != nested:
		case problem.Kind == fence.HTML:
			tags = append(tags, problem)
		default:
			pass.Report(fenceFinding(d, p, &problem))
		}
	}
	if len(tags) > 0 {
		pass.Report(tagFinding(d, tags))
	}
	return nil
}

// fenceSeverity returns the severity of all problems of a file but those of tags.
func fenceSeverity(d *analysis.Document, p *fence.Pairing) analysis.Severity {
	if rules := d.Rules(); rules != nil && rules.Body != nil && rules.Body.Closed && slices.ContainsFunc(p.Problems, isUnclosed) {
		return analysis.Error
	}
	if p.Misread && d.File.Kind&(analysis.Skill|analysis.Agent|analysis.Command) != 0 {
		return analysis.Error
	}
	return analysis.Warning
}

// isUnclosed reports whether clients that count fences find one too few.
func isUnclosed(p fence.Problem) bool { return p.Kind == fence.NoClosing || p.Kind == fence.Unclear }

// summary returns the first finding of a file in place of all.
func summary(d *analysis.Document, p *fence.Pairing) analysis.Diagnostic {
	found := fenceFinding(d, p, &p.Problems[0])
	if d.File.Kind&(analysis.Markdown&^analysis.Reference) == 0 {
		found.Severity = analysis.Info
	}
	if n := len(p.Problems); n > 1 {
		found.Effect = fmt.Sprintf("%d code blocks of the file do not end where they were meant to", n)
		found.Help, found.SuggestedFixes = "close each block where its code ends", nil
	}
	return found
}

// A fenceText describes a kind of problem.
type fenceText struct {
	message string
	help    string // also the title of the fix
	other   string // what the other fence of the block is
	atClose bool   // the problem is at the closing fence, so the other one opens the block
}

var fenceTexts = map[fence.Kind]fenceText{
	fence.Short:      {message: "opening code fence is shorter than the closing one, and than a fence inside", help: "open the block with %s", other: "closes the block"},
	fence.NoClosing:  {help: "close it with %s where the code ends", other: "parsed as code, not as an opening fence"},
	fence.NoOpening:  {message: "closing code fence has no opening fence", help: "open the block with %s where the code starts"},
	fence.Stray:      {message: "code fence neither opens nor closes a block", help: "remove the fence, or open a block where its code starts"},
	fence.Info:       {message: "closing code fence has an info string", help: "remove the text after the fence", atClose: true},
	fence.TooShort:   {message: "closing code fence is shorter than the opening one", help: "write a fence of the same length", atClose: true},
	fence.Char:       {message: "opening and closing code fence have different characters", help: "write the same fence twice", atClose: true},
	fence.Indent:     {message: "closing code fence is indented like code", help: "indent it like the opening fence", atClose: true},
	fence.OpenIndent: {message: "opening code fence is indented unlike its code", help: "indent it like the closing fence"},
	fence.Left:       {message: "line in a code block is not indented like its list item", help: "indent the lines of the block like the list item", atClose: true},
	fence.Glued:      {message: "closing code fence follows code", help: "write the fence on a line of its own", atClose: true},
	fence.Unclear:    {help: "check the fences from here on, and close the block where its code ends"},
}

func fenceFinding(d *analysis.Document, p *fence.Pairing, problem *fence.Problem) analysis.Diagnostic {
	if problem.Kind == fence.Nested {
		return nestingFinding(d, p, problem)
	}
	text, severity := fenceTexts[problem.Kind], fenceSeverity(d, p)
	isUnopened := problem.Kind == fence.NoOpening || problem.Kind == fence.Stray
	if isReadAsMeant(d, p, problem, severity) {
		severity = analysis.Info
	}
	found := analysis.Diagnostic{Range: problem.At, Severity: severity, Message: text.message, Effect: blockEffect(d, problem), Help: text.help}
	if strings.Contains(found.Help, "%s") {
		found.Help = fmt.Sprintf(found.Help, shorten(problem.Needed))
	}
	if problem.Kind == fence.Info && len(problem.Edits) == 0 {
		found.Help = "write the text after the fence on a line of its own"
	}
	other := problem.Inner
	if problem.Kind == fence.Short {
		other = problem.Close
	}
	switch {
	case problem.Kind == fence.Unclear && problem.Block.Closed:
		found.Message = fmt.Sprintf("code block runs to line %d, over the start of another one", d.LineOf(problem.Block.Close.Start))
	case problem.Kind == fence.NoClosing && strings.HasPrefix(strings.TrimLeft(d.Text(problem.Open), "`~ \t"), "|"):
		found.Message, found.Help = "code fence in a table", "move the code out of the table, which has no blocks of code"
	case found.Message == "":
		found.Message = "unclosed code fence"
		if container := containerOf(problem.Block); container != "file" {
			found.Message += " in " + container
		}
	case isUnopened:
		found.About = "unopened"
	case text.atClose:
		other, text.other = problem.Open, "opens the block"
		if problem.At == problem.Open {
			other, text.other = problem.Close, "closes the block"
		}
	}
	if other.Len() > 0 {
		found.Related = []analysis.Related{{Location: d.At(other), Message: text.other}}
	}
	addFix(d, &found, problem)
	return found
}

// isInComponent reports whether the nearest line above that is indented less is a tag, as in documents with components (MDX), whose
// parsers allow any indentation.
func isInComponent(d *analysis.Document, at int) bool {
	lineAt := func(number int) (text string, indent int) {
		line := d.Text(d.LineRange(number))
		text = strings.TrimSpace(line)
		return text, strings.Index(line, text)
	}
	own := d.LineOf(at)
	_, indent := lineAt(own)
	for number := own - 1; number > max(0, own-maxComponent); number-- {
		if text, n := lineAt(number); text != "" && n < indent {
			return isTag(text)
		}
	}
	return false
}

// isReadAsMeant reports whether models read the text with a problem as it was meant.
func isReadAsMeant(d *analysis.Document, p *fence.Pairing, problem *fence.Problem, severity analysis.Severity) bool {
	switch problem.Kind {
	case fence.Left:
		return true
	case fence.OpenIndent:
		return isInComponent(d, problem.At.Start)
	case fence.NoOpening, fence.Stray:
		return isParagraph(d.Source[problem.At.End:])
	case fence.NoClosing:
		return problem.Block != nil && !problem.Block.Closed && !p.Misread && severity == analysis.Warning
	}
	return false
}

// maxComponent limits the lines of a component above a fence.
const maxComponent = 500

// isParagraph reports whether a text is empty or a single paragraph.
func isParagraph(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) == 0 || len(text) < maxParagraph && !bytes.Contains(text, []byte("\n\n")) && bytes.IndexByte([]byte("#-*+>|`~<0123456789"), text[0]) < 0
}

// maxParagraph limits the bytes after the last fence of a file that are one paragraph.
const maxParagraph = 400

// nestingFinding returns the finding for a block that ends at the fence of a block inside it.
func nestingFinding(d *analysis.Document, p *fence.Pairing, problem *fence.Problem) analysis.Diagnostic {
	found := analysis.Diagnostic{
		Range: problem.At, Severity: fenceSeverity(d, p), Message: "code block contains fences as long as its own",
		Help: "open and close the outer block with " + shorten(problem.Needed),
		Related: []analysis.Related{
			{Location: d.At(problem.Inner), Message: "the inner block starts here"},
			{Location: d.At(problem.Close), Message: "meant to close the outer block"},
		},
	}
	if b := problem.Block; b != nil && b.Closed && b.Close.Start > problem.At.Start {
		found.Message = fmt.Sprintf("code block ends early at line %d because it contains %s", d.LineOf(b.Close.Start), shorten(strings.Repeat(string(b.Char), b.Length)))
	}
	if p.Misread {
		found.Effect = "the rest of the block is parsed as text, and text after it as code"
	}
	addFix(d, &found, problem)
	return found
}

// addFix adds the repair of a problem as a fix, with the help as its title. It never deletes text other than a language.
func addFix(d *analysis.Document, found *analysis.Diagnostic, problem *fence.Problem) {
	if len(problem.Edits) == 0 || problem.Kind == fence.Info && !isLanguage(strings.Trim(d.Text(d.LineRange(d.LineOf(problem.At.Start))), "`~> \t\r\n")) {
		return
	}
	title := strings.Replace(found.Help, " where the code ends", " after the code", 1)
	found.Help, found.SuggestedFixes = "", []analysis.SuggestedFix{{Title: title, Uncovers: true, Edits: problem.Edits}}
}

// isLanguage reports whether the text after a fence is only the name of a language.
func isLanguage(info string) bool {
	return info != "" && strings.Trim(strings.ToLower(info), "abcdefghijklmnopqrstuvwxyz0123456789+#-") == ""
}

// blockEffect describes what the block in CommonMark at a problem contains.
func blockEffect(d *analysis.Document, problem *fence.Problem) string {
	b := problem.Block
	switch {
	case b == nil && (problem.Kind == fence.OpenIndent || problem.Kind == fence.Left):
		return "the code is parsed as text, and the closing fence opens a block"
	case b == nil:
		return ""
	case b.Closed:
		return fmt.Sprintf("the text up to line %d is parsed as code", d.LineOf(b.Close.Start))
	}
	first := d.LineOf(problem.At.Start) + 1
	last := d.LineOf(max(b.Open.Start, b.End-1))
	for last >= first && lineText(d, last) == "" {
		last--
	}
	switch n := last - first + 1; {
	case n <= 0:
		return ""
	case n == 1:
		return "the remaining line of the " + containerOf(b) + " is parsed as code"
	default:
		return fmt.Sprintf("the remaining %s lines of the %s are parsed as code", quote.Count(n), containerOf(b))
	}
}

// tagFinding returns the finding for all fences in HTML.
func tagFinding(d *analysis.Document, problems []fence.Problem) analysis.Diagnostic {
	first := problems[0].At
	before := d.TrimLine(d.LineRange(max(1, d.LineOf(first.Start)-1)))
	found := analysis.Diagnostic{
		Range: first, Severity: analysis.Info, Anywhere: true, About: "tag",
		Message: "code fence directly after an HTML tag is not a fence",
		Effect:  "it is parsed as HTML, so the closing fence opens a block and the text after it becomes code",
		Help:    "add an empty line after the tag",
		Related: []analysis.Related{{Location: d.At(before), Message: "the tag"}},
	}
	if !isTag(d.Text(before)) {
		found.Message, found.Help, found.Related = "code fence in an HTML block is not a fence", "add an empty line before the fence", nil
	}
	var edits []analysis.Edit
	for _, p := range problems {
		edits = append(edits, p.Edits...)
	}
	if !slices.ContainsFunc(problems, func(p fence.Problem) bool { return len(p.Edits) == 0 }) {
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: found.Help, Safe: !placeholder.IsTemplatePath(d.Rel), Uncovers: true, Edits: edits}}
		found.Help = ""
	}
	return found
}

// containerOf returns the name of the innermost block that contains a fence, for messages.
func containerOf(f *analysis.Fence) string {
	if f == nil {
		return "file"
	}
	for p := f.Node.Parent(); p != nil; p = p.Parent() {
		switch p.Kind() {
		case ast.KindListItem:
			return "list item"
		case ast.KindBlockquote:
			return "block quote"
		}
	}
	return "file"
}

// shorten shortens a long fence for messages.
func shorten(mark string) string {
	if len(mark) > 10 {
		return fmt.Sprintf("%s… (%d characters)", mark[:3], len(mark))
	}
	return mark
}

func lineText(d *analysis.Document, number int) string {
	return d.Text(d.TrimLine(d.LineRange(number)))
}
