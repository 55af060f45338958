package tokens

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// A meaning is the intended meaning of a number after a dollar sign.
type meaning uint8

const (
	isUnclear meaning = iota
	isOpen            // possibly an argument
	isAmount
	isCode // variable of the surrounding code
)

// meaningOf returns the meaning of a number.
func meaningOf(d *analysis.Document, v placeholder.Variable) meaning {
	line := d.LineRange(d.LineOf(v.Range.Start))
	line.Start, line.End = max(line.Start, v.Range.Start-maxAround), min(line.End, v.Range.End+maxAround)
	before, after := d.Text(analysis.Range{Start: line.Start, End: v.Range.Start}), d.Text(analysis.Range{Start: v.Range.End, End: max(line.End, v.Range.End)})
	fence := d.FenceAt(v.Range.Start)
	switch {
	case v.Kind != markdown.InShell && isMoney(before, after, v.Kind == markdown.InText):
		return isAmount
	case inAWK(before):
		return isCode
	case v.Kind == markdown.InText, v.Kind == markdown.InSpan:
		return isOpen
	case fence == nil:
		return isUnclear
	}
	block := d.Text(analysis.Range{Start: max(fence.Open.End, v.Range.Start-maxBlock), End: v.Range.Start})
	shell := v.Kind == markdown.InShell || strings.TrimSpace(fence.Info) == ""
	if shell && (inAWK(block) || inFunction(block) || isScript(d, fence) || readsArguments(block)) || v.Kind == markdown.InBlock && inProgram(fence.Info, before) {
		return isCode
	}
	return isUnclear
}

// Bytes of context around a number.
const (
	maxAround = 400
	maxBlock  = 4000
)

// isMoney reports whether a number is an amount, according to its decimals, thousands or unit and, in text, to the
// surrounding words.
func isMoney(before, after string, text bool) bool {
	if strings.HasSuffix(before, "/") && strings.HasPrefix(after, "/") { // part of a path
		return false
	}
	hasUnit := slices.ContainsFunc(units, func(unit string) bool { return strings.HasPrefix(after, unit) })
	return hasUnit || continuesNumber(after) || before == "US" || strings.HasSuffix(before, " US") || text && (startsRange(after) || isPriced(before, after))
}

// units follow an amount.
var units = []string{"/month", "/mo", "/year", "/yr", "/hour", "/hr", "/day", "/week", "/user", "/seat", "/call", "/request", "/token", "/GB", "/TB", "/1M", "/1K",
	"/M ", "/kWh", "/MWh", "/unit", "/item", " million", " billion", " thousand", " USD", " dollars", " per ", " a month", " a year", " an hour", " each"}

// digits returns the number of digits at the start of a text.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// continuesNumber reports whether a text continues a number with decimals or thousands.
func continuesNumber(after string) bool {
	if rest, ok := strings.CutPrefix(after, "."); ok {
		n := digits(rest)
		return n > 0 && (n == len(rest) || !isNameByte(rest[n]) || strings.IndexByte("kKmMbB", rest[n]) >= 0)
	}
	rest, ok := strings.CutPrefix(after, ",")
	return ok && digits(rest) == 3
}

// startsRange reports whether a text after a number is the rest of a range of amounts.
func startsRange(after string) bool {
	for _, dash := range []string{"-", "–", " - ", " – ", "—"} {
		if rest, ok := strings.CutPrefix(after, dash); ok && digits(strings.TrimPrefix(rest, "$")) > 0 {
			return true
		}
	}
	return false
}

// isPriced reports whether one of the four preceding or two following words of the sentence is about money.
func isPriced(before, after string) bool {
	notLetter := func(r rune) bool { return r < 'a' || r > 'z' }
	before, after = strings.ToLower(before), strings.ToLower(after)
	before = before[strings.LastIndexAny(before, ".;!?|$")+1:]
	if i := strings.IndexAny(after, ".;!?|$,:"); i >= 0 {
		after = after[:i]
	}
	words, following := strings.FieldsFunc(before, notLetter), strings.FieldsFunc(after, notLetter)
	for _, word := range append(words[max(0, len(words)-4):], following[:min(2, len(following))]...) {
		switch word {
		case "cost", "costs", "price", "prices", "priced", "pricing", "pay", "pays", "paid", "fee", "fees", "budget", "revenue", "spend", "spent", "charge", "charges",
			"charged", "salary", "invoice", "refund", "discount", "dollar", "dollars", "usd", "savings", "cheaper", "billed", "subscription":
			return true
		}
	}
	return false
}

// inAWK reports whether a text ends inside a quoted awk program, as in awk -F',' '{print.
func inAWK(before string) bool {
	i := strings.LastIndex(before, "awk ")
	return i >= 0 && strings.Count(before[i:], "'")%2 == 1 && strings.HasSuffix(before[:i+strings.LastIndexByte(before[i:], '\'')], " ")
}

// inFunction reports whether a text ends inside a shell function.
func inFunction(before string) bool {
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	if strings.HasPrefix(line, "local ") {
		return true
	}
	i := max(strings.LastIndex(before, "() {"), strings.LastIndex(before, "(){"))
	return i >= 0 && !strings.Contains(before[i:], "\n}")
}

// readsArguments reports whether the code before a number loops over the arguments of its script.
func readsArguments(before string) bool {
	return strings.Contains(before, "while [[ $# ") || strings.Contains(before, "while [ $# ") || strings.Contains(before, "while (( $# ")
}

// isScript reports whether a block is a complete script, with its own arguments.
func isScript(d *analysis.Document, f *analysis.Fence) bool {
	line := d.LineRange(min(d.LineOf(f.Open.Start)+1, d.LineCount()))
	return strings.HasPrefix(strings.TrimSpace(d.Text(line)), "#!")
}

// inProgram reports whether a number has a meaning in the language of the code: a group of a pattern, or a parameter of a
// query.
func inProgram(info, before string) bool {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	switch language {
	case "perl", "awk", "swift", "ruby", "rb", "php", "powershell", "sql", "pgsql", "postgresql", "plpgsql":
		return true
	case "js", "javascript", "jsx", "ts", "typescript", "tsx", "go", "golang", "rust", "python", "py", "java", "csharp", "kotlin":
	default:
		return false
	}
	upper := strings.ToUpper(before)
	for _, mark := range []string{"REPLACE(", "REPLACEALL(", "WHERE ", "VALUES", "SELECT ", "LIMIT ", "OFFSET ", "SET ", "AND ", "INSERT "} {
		if strings.Contains(upper, mark) {
			return true
		}
	}
	return false
}

// isArgument reports whether the file uses the number as an argument elsewhere, so that it is hardly an amount here.
func (a *argumentCheck) isArgument(v placeholder.Variable) bool {
	return !hasDecimals(a.d.Source[v.Range.End:]) && slices.ContainsFunc(a.open, func(o placeholder.Variable) bool { return o.Index == v.Index })
}

// hasDecimals reports whether a text begins with the rest of an amount, as in $5.20 and $1,000.
func hasDecimals(after []byte) bool {
	return len(after) > 1 && (after[0] == '.' || after[0] == ',') && after[1] >= '0' && after[1] <= '9'
}
