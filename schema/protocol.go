package schema

// A Protocol describes what an orchestrator requires of its subagents: steps, their order, and the
// response.
type Protocol struct {
	Title       string   `json:"title"`        // "CLEO's subagent protocol 1.0.0"
	Ledger      string   `json:"ledger"`       // name of the manifest, which gets a line for each output
	LedgerToken string   `json:"ledger-token"` // placeholder or variable with its path
	LedgerNames []string `json:"ledger-names"` // other names of it in responses
	OutputToken string   `json:"output-token"` // placeholder or variable with the directory of outputs
	Outputs     []string `json:"outputs"`      // usual directories of outputs
	Subagent    string   `json:"subagent"`     // the only type of subagent that is spawned
	Skills      string   `json:"skills"`       // prefix of skill names

	Orchestrator string   `json:"orchestrator"` // word in the name of an orchestrator
	Writers      []string `json:"writers"`      // tools that change files, which an orchestrator does not need

	Steps        []ProtocolStep `json:"steps"`
	Statuses     []string       `json:"statuses"` // allowed in a response
	Endings      []string       `json:"endings"`  // words for checking the manifest
	Requirements []Requirement  `json:"requirements"`
}

// A ProtocolStep is a step with a command.
type ProtocolStep struct {
	Step     string   `json:"step"`     // "show", "focus", "complete" or "link"
	Commands []string `json:"commands"` // two words or more, such as "cleo focus set", followed by the task id
	Tokens   []string `json:"tokens"`   // placeholders for one of the commands
}

// A Requirement is a numbered requirement of a protocol.
type Requirement struct {
	ID    string   `json:"id"`
	Level string   `json:"level"`          // a keyword of RFC 2119: "MUST", "MUST NOT", "SHOULD"
	Text  string   `json:"text"`           // the sentence after the level: "append one line …"
	Also  []string `json:"also,omitempty"` // its ids in other documents
	Words []string `json:"words"`          // a line with one of them, in any case, states it; "a+b": with both a and b
}

// Requirement returns the requirement with an id.
func (p *Protocol) Requirement(id string) (Requirement, bool) {
	for _, r := range p.Requirements {
		if r.ID == id {
			return r, true
		}
	}
	return Requirement{}, false
}

// Command returns the first command of a step, or "".
func (p *Protocol) Command(step string) string {
	for _, s := range p.Steps {
		if s.Step == step && len(s.Commands) > 0 {
			return s.Commands[0]
		}
	}
	return ""
}
