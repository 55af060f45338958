package python

// Count returns the number of calls, attributes, subscripts, functions, classes and imports. Only tests need it.
func Count(f *File) int {
	n := 0
	WalkStmts(f.Body, func(s *Stmt) bool {
		switch s.Kind {
		case Function, Class, Import, ImportFrom:
			n++
		}
		return true
	})
	Walk(f.Body, func(e *Expr) bool {
		switch e.Kind {
		case Call, Attribute, Subscript:
			n++
		}
		return true
	})
	return n
}
