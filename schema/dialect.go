package schema

// A Dialect is one agent's way of writing skills, as data: schema/<name>/dialect.json. Rules ask
// it questions; none of them knows a dialect by name.
type Dialect struct {
	Name    string `json:"name"`    // "cleo"
	Title   string `json:"title"`   // as its makers write it
	Version string `json:"version"` // of the agent or document that was read or run
	Source  string `json:"source"`  // what was read or run
	Checked string `json:"checked"` // YYYY-MM-DD

	// Kinds says for each kind of file (analysis.Kind.String) how it is read. A kind that is
	// missing here is not this dialect's. "plugin-" + a kind holds for files of a plugin where
	// they are read otherwise.
	Kinds map[string]*KindRules `json:"kinds"`

	// Discovery says where the loader looks, and Precedence, as a sentence without full stop, who
	// wins when two files of one name are found.
	Discovery  []Place `json:"discovery,omitempty"`
	Precedence string  `json:"precedence,omitempty"`

	directories []string // of SkillDirectories

	// Either is set where the loader takes one of two skills of one name in two of its project's
	// places, and nobody knows which, unless a Place says so. Else it keeps both.
	Either bool `json:"either,omitempty"`

	// SameName is what becomes of two skills of one name in one folder of skills; nil: names do not
	// meet there, or nobody knows.
	SameName *SameName `json:"same-name,omitempty"`

	// Dependencies are the header fields, or paths into a registry entry ("capabilities.dependencies"),
	// that name other skills.
	Dependencies []Dependency `json:"dependencies,omitempty"`

	// Reserved are names that the agent keeps for itself, or has already.
	Reserved []Reserved `json:"reserved,omitempty"`

	// Tokens are the placeholders that this dialect's loader resolves; nil when it resolves none.
	Tokens *Tokens `json:"tokens,omitempty"`

	// Variables are the ${NAME} that the loader replaces, Arguments the $1 of whoever calls; nil: it
	// replaces none.
	Variables *Variables `json:"variables,omitempty"`
	Arguments *Arguments `json:"arguments,omitempty"`

	// Tools are the agent's tools; nil: nothing is said of them.
	Tools *Tools `json:"tools,omitempty"`

	// Protocol is what the agent's subagents owe their orchestrator; nil: nothing is known of one.
	Protocol *Protocol `json:"protocol,omitempty"`

	// Budget is what skills may cost; nil: the recommended 5,000 tokens for one SKILL.md.
	Budget *Budget `json:"budget,omitempty"`
}

// SameName says what becomes of two skills of one name.
type SameName struct {
	Severity string `json:"severity"`
	Effect   string `json:"effect"` // completes "…, so "
}

// KindRules says how a dialect's loader reads one kind of file.
type KindRules struct {
	Header   HeaderRules `json:"header"`
	Unknown  string      `json:"unknown,omitempty"` // unknown keys: "ignored" (default), "rejected", or "passed" on to somebody who may know them
	Home     string      `json:"home,omitempty"`    // the field that keys of one's own go below: "metadata"
	Name     *NameRules  `json:"name,omitempty"`    // nil: the name is not compared with anything
	Sections []Section   `json:"sections,omitempty"`
	Triggers string      `json:"triggers,omitempty"` // what "triggers" lists: "patterns" (Python's regular expressions) or "events" (compared as they are); "extensions": "file_extensions" lists those of files
	Listing  *Listing    `json:"listing,omitempty"`  // how descriptions are shown to the model; nil: nothing in them breaks the list
	Body     *BodyRules  `json:"body,omitempty"`     // nil: nothing is said of its length
	Bytes    int         `json:"bytes,omitempty"`    // that the loader reads at most; 0: no limit is known

	// References says what becomes of @path in the body: "inlined", then the file's text stands in its
	// place; "literal"; or "some": it depends on which agent reads the file. Commands says the same of
	// !`command`: "run" at a line's start or behind a blank, "unattended" if nobody can be asked before,
	// "anywhere", "literal" or "some". Empty: it is not known.
	References string `json:"references,omitempty"`
	Commands   string `json:"commands,omitempty"`
}

// Reserved are names of skills that the agent keeps for itself, or has already.
type Reserved struct {
	Names    []string `json:"names"`
	Of       string   `json:"of"`             // "name", or "directory" where the agent calls a skill by that
	Fold     bool     `json:"fold,omitempty"` // whatever the case
	Severity string   `json:"severity"`
	Effect   string   `json:"effect"` // completes the quoted name: "is …, so …"
}

// A Listing says what in a description breaks the list in which an agent shows it to its model.
type Listing struct {
	Lines  bool     `json:"lines,omitempty"`  // an entry is a line: a line feed ends it, and a list's mark begins another
	Texts  []string `json:"texts,omitempty"`  // that end an entry, or a part of it
	Effect string   `json:"effect,omitempty"` // completes "so in the list of … "

	// Fields are shown together, and of them the first Most characters. 0: all.
	Fields []string `json:"fields,omitempty"`
	Most   int      `json:"most,omitempty"`
}

// BodyRules says how long what stands behind the header may be. Zero: no limit.
type BodyRules struct {
	Least  int    `json:"least,omitempty"` // UTF-16 units that the loader or its template wants
	Most   int    `json:"most,omitempty"`  // UTF-16 units
	Lines  int    `json:"lines,omitempty"` // of the whole file, header included
	Reader string `json:"reader"`          // who says so, for the message: "duyetbot's validator"
	Effect string `json:"effect"`          // of too much, completes "…, so "
}

// HeaderRules says what a loader needs of the header.
type HeaderRules struct {
	Need         string `json:"need"`                    // "required", "optional" or "none"
	WhenMissing  string `json:"when-missing,omitempty"`  // completes "…, so ": "clients skip the skill"
	WhenBroken   string `json:"when-broken,omitempty"`   // the same when the YAML does not parse
	BOM          string `json:"bom,omitempty"`           // "stripped" (default), or "no header": it then finds none
	CRLF         string `json:"crlf,omitempty"`          // "read" (default), or "no header"
	DuplicateKey string `json:"duplicate-key,omitempty"` // "error" (default) or "warning"
	OneLine      string `json:"one-line,omitempty"`      // completes "…, so ": what becomes of a value over several lines, where some version reads line by line
	Repairs      bool   `json:"repairs,omitempty"`       // YAML that does not parse is mended and read again; the model of the agent tells how
	Notes        bool   `json:"notes,omitempty"`         // the loader takes a file without name and description for a note to people
	Lists        bool   `json:"lists,omitempty"`         // the loader takes a list of mappings for the whole header

	// Severity of a header that is missing or does not parse, where that is no error.
	Missing string `json:"missing,omitempty"`
	Broken  string `json:"broken,omitempty"`

	// Delimiter says which lines open and close a header: "line" (default), "---" with blanks behind
	// it; "trimmed", with blanks before it as well; "prefix", a closing line that begins so.
	Delimiter string `json:"delimiter,omitempty"`

	// Unique are the keys that the loader wants once even if duplicates of others are no error.
	Unique []string `json:"unique,omitempty"`

	// Merge is "read" (default) when the loader follows merge keys ("<<"), else "ignored".
	Merge string `json:"merge,omitempty"`

	// Plain are fields whose value the loader takes as it is written where YAML cannot read it.
	Plain []string `json:"plain,omitempty"`
}

// NameRules says what the name of a file must equal.
type NameRules struct {
	Equals    string `json:"equals"`              // "directory" or "stem"
	Severity  string `json:"severity"`            // of a mismatch
	Nested    string `json:"nested,omitempty"`    // severity where the skill lies below another one; default: Severity
	Plugin    string `json:"plugin,omitempty"`    // severity where the skill is a plugin's; default: Severity
	Label     string `json:"label,omitempty"`     // severity of a name for people, with capitals or blanks; default: Severity
	Normalise bool   `json:"normalise,omitempty"` // the loader lower-cases and hyphenates the name before comparing
	Effect    string `json:"effect"`              // completes "…, so ": what the loader does with a mismatch
}

// A Section is a heading that a kind of file must or should have.
type Section struct {
	Heading  string   `json:"heading"`
	Level    int      `json:"level"`          // 0: any
	Also     []string `json:"also,omitempty"` // other spellings that count; "*Process": any heading that ends so
	Severity string   `json:"severity"`
	Pinned   bool     `json:"pinned,omitempty"` // only where the dialect was named by the user
	Reader   string   `json:"reader"`           // who looks for it, for the message
}

// A Dependency is a field that names skills.
type Dependency struct {
	Kind    string `json:"kind"`            // of the file that has the field
	Field   string `json:"field"`           // with dots for nesting
	Targets string `json:"targets"`         // kind of what is named: "skill" or "agent"
	Order   bool   `json:"order,omitempty"` // a loader needs it before the skill itself: an edge of cycles
	Missing string `json:"missing"`         // severity of a name that resolves to nothing; "off": nothing is said
	Effect  string `json:"effect"`          // completes "…, so ": what the loader does then
	Cycle   string `json:"cycle,omitempty"` // completes "…, so ": what the loader does with a cycle

	// In are the folders, relative to the file's own, in which the loader looks for what is named;
	// "{persona}" stands for the name of a persona. None: the whole tree is searched.
	In []string `json:"in,omitempty"`

	// When says at what time the loader loads what is named: "start" or "demand"; empty where that
	// is not told apart.
	When string `json:"when,omitempty"`

	// Unfollowed is set where the loader does not look at the field, so that whoever loads the skill
	// must name what it needs as well.
	Unfollowed bool `json:"unfollowed,omitempty"`

	// Withheld is set where the loader skips a skill whose header has disable-model-invocation.
	Withheld bool `json:"withheld,omitempty"`

	// BuiltIn are names that resolve without a file.
	BuiltIn []string `json:"built-in,omitempty"`

	// Loose is set where no loader reads the field: it may name software as well, so a name that
	// resolves to nothing is a fault only beside one that does, or near to a name that exists.
	Loose bool `json:"loose,omitempty"`
}

// Tokens are the placeholders of a dialect.
type Tokens struct {
	Names        []string `json:"names"`                  // of {{NAME}}, that are always known
	InCode       bool     `json:"in-code"`                // they are substituted in code as well
	Placeholders string   `json:"placeholders,omitempty"` // file below the skills folder that declares further names
	Inputs       string   `json:"inputs,omitempty"`       // path in the registry entry that declares further names
	Any          []string `json:"any,omitempty"`          // names that stand for any token in texts about tokens
	Effect       string   `json:"effect"`                 // completes "…, so ": what becomes of an unknown one

	// Defaults are the values of names that nobody gives one.
	Defaults map[string]string `json:"defaults,omitempty"`
}

// Budget is what a skill and its parts may cost, in tokens; 0: the dialect says nothing of it.
type Budget struct {
	Skill      int    `json:"skill,omitempty"`      // one SKILL.md
	Severity   string `json:"severity,omitempty"`   // of a skill over it
	Field      string `json:"field,omitempty"`      // path in the registry entry that sets it for one skill: over that is an error
	Truncates  bool   `json:"truncates,omitempty"`  // its loader cuts a skill that is too large
	Metadata   int    `json:"metadata,omitempty"`   // what the list of skills shows of one
	References int    `json:"references,omitempty"` // a SKILL.md together with its references, where a loader reads all of them
	In         string `json:"in,omitempty"`         // the folder whose files that loader takes for references
	Effect     string `json:"effect,omitempty"`     // of more than References, completes "…, so "
	Protocol   int    `json:"protocol,omitempty"`   // the base protocol that every subagent is given
	Preloads   int    `json:"preloads,omitempty"`   // all skills that an agent is given when it starts
	Spawn      int    `json:"spawn,omitempty"`      // an agent's start: protocol, task and skills; over that it fails
}
