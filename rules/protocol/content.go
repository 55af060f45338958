package protocol

import (
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"

	"github.com/yuin/goldmark/ast"
)

// checkSentences reports the sentences of a text block that instruct the subagent to return content.
func checkSentences(pass *analysis.Pass, t *Text, block ast.Node) {
	d, lines := pass.Document, block.Lines()
	if lines.Len() == 0 {
		return
	}
	at := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	text := d.Text(at)
	if !strings.Contains(strings.ToLower(text), "re") { // return, respond, reply, response, report
		return
	}
	for start := 0; start < len(text); {
		end := sentenceEnd(text, start)
		r := trimRange(text, start, end)
		start = end
		if !returnsContent(words(text[r.Start:r.End])) {
			continue
		}
		r = analysis.Range{Start: at.Start + r.Start, End: at.Start + r.End}
		if !t.Roles.IsDiscouraged(r.Start) {
			pass.Report(analysis.Diagnostic{Range: r, Message: "instruction to return content",
				Effect: "the content fills the orchestrator's context (BASE-002)",
				Help:   "write the content to the output file, and return one message that refers to " + t.Protocol.Ledger})
		}
	}
}

// sentenceEnd returns the end of the sentence at an offset.
func sentenceEnd(text string, start int) int {
	for i := start; i < len(text); i++ {
		if strings.IndexByte(".!?;", text[i]) >= 0 && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 1
		}
	}
	return len(text)
}

// trimRange returns a range of a text without enclosing punctuation and white space.
func trimRange(text string, start, end int) analysis.Range {
	const around = " \t\r\n*_>-"
	start = end - len(strings.TrimLeft(text[start:end], around))
	return analysis.Range{Start: start, End: start + len(strings.TrimRight(text[start:end], around))}
}

// words returns the words of a sentence in lower case, without punctuation.
func words(sentence string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(sentence, "’", "'")), func(r rune) bool {
		return r != '\'' && r != '{' && r != '}' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Words of an instruction to return content. A sentence with a word of others is not such an instruction.
const (
	leads    = "you|must|should|shall|always|then|finally|and|please|the|a|subagent|subagents|agent|agents|will|now|at|end"
	verbs    = "return|respond|reply|answer"
	carriers = "include|paste|put|print|send|output|give"
	wholes   = "full|complete|entire|whole|all|detailed"
	contents = "findings|content|contents|report|analysis|research|results|deliverable|deliverables|document|specification"
	places   = "response|reply|answer|orchestrator|message|inline"
	others   = "not|never|don't|dont|no|only|instead|avoid|without|rather|except|cannot|can't|nothing|user|users|path|paths|summary|summaries|" +
		"link|links|id|ids|name|names|count|status|location|reference|pointer|if|when|unless|" +
		"function|functions|method|script|command|caller|callers|api"
)

func isAmong(word, list string) bool { return strings.Contains("|"+list+"|", "|"+word+"|") }

func anyAmong(words []string, list string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return isAmong(w, list) })
}

const maxSentence = 30 // words; a longer sentence has several statements

// returnsContent reports whether a sentence is an instruction to return content: it begins with the verb, mentions content, and
// requests all of it or content in the response.
func returnsContent(words []string) bool {
	at := slices.IndexFunc(words, func(w string) bool { return !isAmong(w, leads) })
	if at < 0 || len(words) > maxSentence || anyAmong(words, others) {
		return false
	}
	verb, rest := words[at], words[at+1:]
	noun := slices.IndexFunc(rest, func(w string) bool { return isAmong(w, contents) })
	if noun < 0 || noun > 6 {
		return false
	}
	placed := anyAmong(rest[noun:], places)
	switch {
	case isAmong(verb, verbs):
		return placed || anyAmong(rest[:noun], wholes)
	case isAmong(verb, carriers):
		return placed && anyAmong(rest[:noun], wholes)
	}
	return false
}
