// Package python parses Python up to version 3.14 as far as a script's command line, imports and syntax errors require. It
// checks the grammar, but not what CPython's compiler checks later, such as "return" outside of a function.
package python

// A File is a parsed source.
type File struct {
	Source string
	Body   []*Stmt
	Err    *Error // the first syntax error; Body ends before it
	// TooDeep is set if the source exceeds a limit of nesting. Body ends before it, and Err is nil.
	TooDeep bool
}

// An Error is a syntax error.
type Error struct {
	Start, End int
	Message    string // a noun phrase
}

// An ExprKind is the kind of an expression.
type ExprKind uint8

// The kinds of expressions. X, Y, Z and List are the parts in order, unless noted.
const (
	Name      ExprKind = iota // Text
	Number                    // Text
	String                    // Text is the value
	Bytes                     // Text is the value
	Format                    // an f-string with fields; List has their expressions
	Constant                  // Text: None, True, False or "..."
	Attribute                 // X.Text
	Call                      // X(List); List may contain Keyword, Star and DoubleStar
	Keyword                   // Text=X
	Subscript                 // X[Y]
	Slice                     // X:Y:Z; may be nil
	Tuple
	List
	Set
	Dict          // List contains Pair and DoubleStar
	Pair          // X: Y
	Comprehension // X, or X: Y, for each Z; List has the conditions and further parts
	Lambda        // X; Params
	Unary         // Text X
	Binary        // X Text Y
	Boolean       // X Text Y
	Compare       // X Text Y
	Conditional   // X if Y else Z
	Await
	Yield // X may be nil
	Star
	DoubleStar
	Walrus // X := Y
)

// An Expr is an expression.
type Expr struct {
	Kind       ExprKind
	Paren      bool // in parentheses
	Start, End int
	Text       string
	X, Y, Z    *Expr
	List       []*Expr
	Params     []Param
}

// A StmtKind is the kind of a statement.
type StmtKind uint8

// The kinds of statements.
const (
	ExprStmt  StmtKind = iota // Value
	Assign                    // Targets = Value
	AugAssign                 // Targets[0] Text Value
	AnnAssign                 // Targets[0]: Type = Value
	Import                    // Names
	ImportFrom
	Function // Text(Params): Body, with Decorators
	Class    // Text(Args): Body
	If       // Value: Body, Else
	While
	For // Targets[0] in Value
	Try // Body, Handlers, Else, Finally
	With
	Match // Value; Handlers
	Return
	Raise
	Delete
	Assert
	Other // pass, break, continue, global, nonlocal, type
)

// A Stmt is a statement.
type Stmt struct {
	Kind       StmtKind
	Start, End int
	NameStart  int // of Function and Class: the offset of Text
	Text       string
	Level      int // of ImportFrom: leading dots
	Names      []Alias
	Targets    []*Expr
	Value      *Expr
	Type       *Expr
	Args       []*Expr
	Params     []Param
	Decorators []*Expr
	Body       []*Stmt
	Else       []*Stmt
	Finally    []*Stmt
	Handlers   []Handler
}

// An Alias is a name of an import.
type Alias struct {
	Name, As   string
	Start, End int
}

// A Param is a parameter of a function.
type Param struct {
	Name    string
	Stars   int // 1 of *args, and of a lone *, which has no name; 2 of **kwargs
	Type    *Expr
	Default *Expr
	Start   int
}

// A Handler is an "except" or "case" block.
type Handler struct {
	Type *Expr // nil: all; of "case": the guard
	Name string
	Body []*Stmt
}
