package schema

// A Protocol is what a dialect's subagents owe their orchestrator: which steps, in which order, and
// what they answer.
type Protocol struct {
	Title       string   `json:"title"`        // "CLEO's subagent protocol 1.0.0"
	Ledger      string   `json:"ledger"`       // name of the file that gets a line for each output
	LedgerToken string   `json:"ledger-token"` // token, or variable, with its path
	LedgerNames []string `json:"ledger-names"` // that an answer may call it by, beside its file's
	OutputToken string   `json:"output-token"` // token, or variable, with the folder of outputs
	Outputs     []string `json:"outputs"`      // folders that outputs are usually in
	Subagent    string   `json:"subagent"`     // the only type of agent that is spawned
	Skills      string   `json:"skills"`       // how the names of skills begin

	Orchestrator string   `json:"orchestrator"` // word in the name of what delegates all work
	Writers      []string `json:"writers"`      // tools that change files, which it has no use for

	Steps        []ProtocolStep `json:"steps"`
	Statuses     []string       `json:"statuses"` // that an answer may tell
	Endings      []string       `json:"endings"`  // what the ledger is to be looked up for
	Requirements []Requirement  `json:"requirements"`
}

// A ProtocolStep is a step that is a command.
type ProtocolStep struct {
	Step     string   `json:"step"`     // "show", "focus", "complete" or "link"
	Commands []string `json:"commands"` // two words or more, as "cleo focus set": the task's id follows
	Tokens   []string `json:"tokens"`   // that stand for one of the commands
}

// A Requirement is a numbered sentence of a protocol.
type Requirement struct {
	ID    string   `json:"id"`
	Level string   `json:"level"`          // as RFC 2119 calls it: "MUST", "MUST NOT", "SHOULD"
	Text  string   `json:"text"`           // completes the level: "append one line …"
	Also  []string `json:"also,omitempty"` // ids that it has elsewhere
	Words []string `json:"words"`          // a line with any of them says it too, in any case; "a+b": with a and b
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

// Command returns the usual command of a step, or "".
func (p *Protocol) Command(step string) string {
	for _, s := range p.Steps {
		if s.Step == step && len(s.Commands) > 0 {
			return s.Commands[0]
		}
	}
	return ""
}
