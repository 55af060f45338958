package schema

import "strings"

// A Dialect describes the file format of one client: schema/<name>/dialect.json. Rules query it
// and never refer to a dialect by name.
type Dialect struct {
	Name    string `json:"name"`    // "cleo"
	Title   string `json:"title"`   // the vendor's spelling
	Version string `json:"version"` // version of the client or document examined
	Source  string `json:"source"`  // what was examined and how
	Checked string `json:"checked"` // YYYY-MM-DD

	// Kinds describes how each kind of file (analysis.Kind.String) is read. Kinds without an entry
	// do not belong to the dialect. "plugin-" + kind applies to files of a plugin that are read
	// differently.
	Kinds map[string]*KindRules `json:"kinds"`

	// Discovery lists where the client looks for files. Precedence says which of several files with
	// the same name it loads, in words without a final period.
	Discovery  []Place `json:"discovery,omitempty"`
	Precedence string  `json:"precedence,omitempty"`

	// Either is set if the client loads only one of two skills with the same name in two places of a project. Which
	// one is undefined, unless a Place defines it. If Either is not set, the client keeps both.
	Either bool `json:"either,omitempty"`

	// SameName describes two skills with the same name in one directory; nil: impossible or unknown.
	SameName *SameName `json:"same-name,omitempty"`

	// Dependencies are the frontmatter fields, or paths into a registry entry
	// ("capabilities.dependencies"), that name other skills.
	Dependencies []Dependency `json:"dependencies,omitempty"`

	// Reserved are names that the client reserves or already uses.
	Reserved []Reserved `json:"reserved,omitempty"`

	// Tokens are the placeholders that the client resolves; nil if none.
	Tokens *Tokens `json:"tokens,omitempty"`

	// Variables are the ${NAME} and Arguments the $1 that the client replaces; nil if none.
	Variables *Variables `json:"variables,omitempty"`
	Arguments *Arguments `json:"arguments,omitempty"`

	// Tools are the client's tools; nil if unknown.
	Tools *Tools `json:"tools,omitempty"`

	// Protocol is what the orchestrator requires of its subagents; nil if there is none.
	Protocol *Protocol `json:"protocol,omitempty"`

	// Budget limits the tokens of skills; nil: the recommended 5,000 tokens for one SKILL.md.
	Budget *Budget `json:"budget,omitempty"`

	// Later is the client's later edition, which applies to files of a tree that has its format; nil if
	// there is none. It has the same name, title and schemas, and nothing else in common.
	Later *Dialect `json:"later,omitempty"`

	later bool // it is the Later of another dialect
}

// IsLater reports whether a dialect is the later edition of a client.
func (d *Dialect) IsLater() bool { return d != nil && d.later }

// SameName describes what a client does with two skills, or other files, of the same name.
type SameName struct {
	Severity string `json:"severity"`
	Effect   string `json:"effect"` // a sentence without a final period, like all effects here
}

// KindRules describes how a client reads one kind of file.
type KindRules struct {
	Header   HeaderRules `json:"header"`
	SameName *SameName   `json:"same-name,omitempty"` // for files other than skills, in one directory of the client
	Unknown  string      `json:"unknown,omitempty"`   // unknown keys: "ignored" (default), "rejected", "passed" on to the model provider, or "open" if it is undocumented
	Home     string      `json:"home,omitempty"`      // the field for custom keys: "metadata"
	Name     *NameRules  `json:"name,omitempty"`      // nil: the name need not match anything
	Sections []Section   `json:"sections,omitempty"`
	Triggers string      `json:"triggers,omitempty"` // what "triggers" lists: "patterns" (Python's regular expressions) or "events" (compared verbatim); "extensions": "file_extensions" lists extensions of files
	Listing  *Listing    `json:"listing,omitempty"`  // how the skill list shows descriptions; nil: nothing in them breaks the list
	Body     *BodyRules  `json:"body,omitempty"`     // nil: no limits
	Bytes    int         `json:"bytes,omitempty"`    // maximum that the client reads; 0: no known limit

	Keys []string `json:"keys,omitempty"` // keys that the client reads and the schema does not describe

	// Components are the fields of a plugin with paths; none: those of Claude Code. Undotted is set if paths in a
	// plugin or marketplace need not start with "./".
	Components []string `json:"components,omitempty"`
	Undotted   bool     `json:"undotted,omitempty"`

	// References is how the client handles @path in the body: "inlined" (replaced by the file),
	// "project" (also inlined, relative to the root of the project), "literal", or "some" (it depends on
	// the client). Commands is how it handles !`command`: "run" (at the start of a line or after a
	// space), "unattended" (run without asking), "anywhere", "literal" or "some". Empty: unknown.
	References string `json:"references,omitempty"`
	Commands   string `json:"commands,omitempty"`

	Imports *Imports `json:"imports,omitempty"` // imports of other files by @path; nil: not supported
	Total   *Total   `json:"total,omitempty"`   // limit of all files of the kind together; nil: none known
}

// Imports describes how a client adds files that instructions name as @path, outside of code. A path is relative
// to the file that has it.
type Imports struct {
	Depth   int    `json:"depth"`   // imports that are followed in a row
	Missing string `json:"missing"` // effect of a file that does not exist
}

// Total limits the files of a kind that apply in a directory: those in it and in the directories above it, from
// the root of the project on.
type Total struct {
	Bytes  int    `json:"bytes"`
	Option string `json:"option"` // the client's setting of the limit
	Effect string `json:"effect"` // effect of exceeding the limit
}

// Reserved are names that a client reserves or already uses.
type Reserved struct {
	Names    []string `json:"names"`
	Of       string   `json:"of"`             // "name", or "directory" if the client uses it as the name
	Fold     bool     `json:"fold,omitempty"` // regardless of case
	Severity string   `json:"severity"`
	Effect   string   `json:"effect"`
}

// A Listing describes what in a description breaks the skill list.
type Listing struct {
	Lines  bool     `json:"lines,omitempty"`  // an entry is a line: a line feed ends it, and a list marker starts another
	Texts  []string `json:"texts,omitempty"`  // texts that end an entry or a part of it
	Effect string   `json:"effect,omitempty"` // what happens to the entry, a clause: "its entry ends there"

	// Fields are shown together, truncated to Most characters. 0: not truncated.
	Fields []string `json:"fields,omitempty"`
	Most   int      `json:"most,omitempty"`
}

// BodyRules limits the length of the body. Zero: no limit.
type BodyRules struct {
	Least  int    `json:"least,omitempty"`  // UTF-16 units that the client or its template requires
	Most   int    `json:"most,omitempty"`   // UTF-16 units
	Lines  int    `json:"lines,omitempty"`  // lines of the whole file, including frontmatter
	Closed bool   `json:"closed,omitempty"` // the client rejects a file with an unclosed code block
	Reader string `json:"reader"`           // the source of the limit, for the message: "duyetbot's validator"
	Effect string `json:"effect"`           // effect of a body that is too long
}

// A ByLine describes a client that reads each line of frontmatter for itself, in some version.
type ByLine struct {
	Severity string   `json:"severity"`         // of a value that it misreads
	Value    string   `json:"value"`            // effect of a value over several lines
	List     string   `json:"list,omitempty"`   // effect of a list in brackets; "" if that is read
	Fields   []string `json:"fields,omitempty"` // that it reads; nil: all of the schema
}

// HeaderRules describes how a client reads frontmatter.
type HeaderRules struct {
	Need         string  `json:"need"`                    // "required", "optional" or "none"
	WhenMissing  string  `json:"when-missing,omitempty"`  // effect of missing frontmatter: "clients skip the skill"
	WhenBroken   string  `json:"when-broken,omitempty"`   // effect of invalid YAML
	BOM          string  `json:"bom,omitempty"`           // "stripped" (default), or "no header": the client finds no frontmatter
	CRLF         string  `json:"crlf,omitempty"`          // "read" (default), or "no header"
	Spaces       string  `json:"spaces,omitempty"`        // after "---": "read" (default), "no header", or "no header at start" for the first "---" only
	DuplicateKey string  `json:"duplicate-key,omitempty"` // "error" (default) or "warning"
	ByLine       *ByLine `json:"by-line,omitempty"`       // nil: no version of the client reads frontmatter line by line
	Repairs      bool    `json:"repairs,omitempty"`       // the client repairs invalid YAML, as its model in internal/clients does
	Requotes     bool    `json:"requotes,omitempty"`      // the client quotes plain values of invalid YAML and parses it again
	Notes        bool    `json:"notes,omitempty"`         // the client treats a file without name and description as documentation
	Lists        bool    `json:"lists,omitempty"`         // the client accepts a list of mappings as frontmatter

	// Severity of missing or invalid frontmatter, if not an error.
	Missing string `json:"missing,omitempty"`
	Broken  string `json:"broken,omitempty"`

	// Delimiter is the form of the lines around frontmatter: "line" (default), "---" with optional
	// trailing spaces; "trimmed", with leading spaces, too; "prefix", any closing line that starts with "---".
	Delimiter string `json:"delimiter,omitempty"`

	// Unique are the keys whose duplicates are errors although those of other keys are not.
	Unique []string `json:"unique,omitempty"`

	// Merge is "read" (default) if the client follows merge keys ("<<"), else "ignored".
	Merge string `json:"merge,omitempty"`

	// Plain are fields whose value the client reads verbatim if it is invalid YAML.
	Plain []string `json:"plain,omitempty"`
}

// NameRules describes what the name of a file must match.
type NameRules struct {
	Equals    string `json:"equals"`              // "directory" or "stem"
	Severity  string `json:"severity"`            // severity of a mismatch
	Nested    string `json:"nested,omitempty"`    // severity inside another skill; default: Severity
	Plugin    string `json:"plugin,omitempty"`    // severity in a plugin; default: Severity
	Label     string `json:"label,omitempty"`     // severity of a display name, with capitals or spaces; default: Severity
	Normalise bool   `json:"normalise,omitempty"` // the client lower-cases and hyphenates the name before comparing
	Effect    string `json:"effect"`              // what the client does with a mismatch
}

// A Section is a heading that a kind of file must or should have.
type Section struct {
	Heading  string   `json:"heading"`
	Level    int      `json:"level"`          // 0: any
	Also     []string `json:"also,omitempty"` // other spellings; "*Process": any heading with this ending, "*Summary*": … with this word
	Severity string   `json:"severity"`
	Pinned   bool     `json:"pinned,omitempty"` // only if the user chose the dialect
	Reader   string   `json:"reader"`           // what requires it, for the message
}

// A Dependency is a field that names skills.
type Dependency struct {
	Kind    string `json:"kind"`            // kind of the file with the field
	Field   string `json:"field"`           // name, with dots for nesting
	Targets string `json:"targets"`         // kind of the named file: "skill" or "agent"
	Order   bool   `json:"order,omitempty"` // a client loads it before the skill, so cycles are errors
	Missing string `json:"missing"`         // severity of an unresolved name; "off": not reported
	Effect  string `json:"effect"`          // effect of an unresolved name
	Cycle   string `json:"cycle,omitempty"` // effect of a cycle

	// In are the directories, relative to that of the file, that the client searches; "{persona}"
	// is the name of a persona. None: the whole tree.
	In []string `json:"in,omitempty"`

	// When is when the client loads the named files: "start" or "demand"; empty: unspecified.
	When string `json:"when,omitempty"`

	// Unfollowed is set if the client ignores the field, so that users of the skill must list its
	// dependencies, too.
	Unfollowed bool `json:"unfollowed,omitempty"`

	// Withheld is set if the client skips a skill with disable-model-invocation.
	Withheld bool `json:"withheld,omitempty"`

	// BuiltIn are names that resolve without a file.
	BuiltIn []string `json:"built-in,omitempty"`

	// Loose is set if no client reads the field. It may name software, so it applies only if most of its names, in
	// the file and in the tree, are names of other skills.
	Loose bool `json:"loose,omitempty"`
}

// Tokens are the placeholders of a dialect.
type Tokens struct {
	Names        []string `json:"names"`                  // names in {{NAME}} that are always defined
	InCode       bool     `json:"in-code"`                // they are replaced in code, too
	Placeholders string   `json:"placeholders,omitempty"` // file in the skills directory that declares more names
	Inputs       string   `json:"inputs,omitempty"`       // path in the registry entry that declares more names
	Any          []string `json:"any,omitempty"`          // names that mean any placeholder in documentation
	Effect       string   `json:"effect"`                 // effect of an unknown name

	// Defaults are the values of names that are not set.
	Defaults map[string]string `json:"defaults,omitempty"`
}

// Meant returns the name with a key as in [analysis.PlaceholderKey], or "".
func (t *Tokens) Meant(key string) string {
	for _, name := range t.Names {
		if len(name) >= len(key) && strings.ReplaceAll(name, "_", "") == key {
			return name
		}
	}
	return ""
}

// Budget limits a skill and its parts, in tokens; 0: no limit.
type Budget struct {
	Skill      int    `json:"skill,omitempty"`      // one SKILL.md
	Severity   string `json:"severity,omitempty"`   // severity of a skill that exceeds it
	Field      string `json:"field,omitempty"`      // path in the registry entry that sets it for one skill, as a hard limit
	Truncates  bool   `json:"truncates,omitempty"`  // the client truncates a skill that is too large
	Metadata   int    `json:"metadata,omitempty"`   // the entry of a skill in the skill list
	References int    `json:"references,omitempty"` // a SKILL.md with its references, if the client loads all of them
	In         string `json:"in,omitempty"`         // the directory of these references
	Effect     string `json:"effect,omitempty"`     // effect of exceeding References
	Protocol   int    `json:"protocol,omitempty"`   // the base protocol that every subagent is given
	Preloads   int    `json:"preloads,omitempty"`   // all skills that a subagent starts with
	Spawn      int    `json:"spawn,omitempty"`      // the start of a subagent: protocol, task and skills; a hard limit

	Excerpt *Excerpt `json:"excerpt,omitempty"` // nil: prompts contain no parts of skills
}

// An Excerpt is the beginning of certain skills, which a client writes into prompts.
type Excerpt struct {
	Skills []string `json:"skills"` // their names
	Units  int      `json:"units"`  // UTF-16 units of SKILL.md; a longer one ends with the last whole line
}
