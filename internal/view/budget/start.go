package budget

import (
	"io"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A Start is the tokens that a client has in its context when it starts at the root of a tree.
type Start struct {
	Client       string `json:"client"`
	Path         string `json:"path"`
	Instructions int    `json:"instructions"`
	SkillList    int    `json:"skillList"`
	Subagents    int    `json:"subagents"`
	Commands     int    `json:"commands"`
	Total        int    `json:"total"`
	Estimate     bool   `json:"estimate"`
}

// AddStart adds the context of a client at start-up.
func (b *Budget) AddStart(s Start) { b.starts = append(b.starts, s) }

// Count returns the number of tokens of a text other than a skill.
func (b *Budget) Count(text []byte) int {
	if b.Tokenizer == "chars4" {
		return tokenizer.Chars4(text)
	}
	return tokenizer.O200k(text)
}

var startHeadings = []string{"At start", "Instructions", "Skill list", "Subagents", "Commands", "Client"}

func (s *Start) cells() []string {
	return []string{quote.Count(s.Total), quote.Count(s.Instructions), quote.Count(s.SkillList), quote.Count(s.Subagents), quote.Count(s.Commands), s.name()}
}

// name returns the client, with the root of the tree if it is not the working directory.
func (s *Start) name() string {
	if s.Path == "." {
		return s.Client
	}
	return s.Client + " in " + s.Path
}

func (b *Budget) startsText(w io.Writer) {
	var lines []line
	for i := range b.starts {
		lines = append(lines, line{cells: b.starts[i].cells()})
	}
	figuresText(w, startHeadings, lines, 0, "")
}
