package behavior

// tupleAt returns the ranges of the elements between i and j, with or without brackets: "a, b", "(a, b)", and "[a, b]" in JavaScript. A
// single element is not a tuple.
func (c *codeReader) tupleAt(i, j int) []tokenRange {
	if (c.isSign(i, "(") && c.language == pythonCode || c.isSign(i, "[") && c.language == jsCode) && c.closing(i, j) == j-1 {
		i, j = i+1, j-1
	} else if c.language != pythonCode {
		return nil
	}
	var elements []tokenRange
	for i < j && !c.isSpent() {
		end := c.argumentEnd(i, j)
		elements = append(elements, tokenRange{i, end})
		i = end + 1
	}
	if len(elements) < 2 {
		return nil
	}
	return elements
}

// names returns the names that an assignment to the tokens from i to j sets, or nil if one of them is not a plain variable.
func (c *codeReader) names(i, j int) []string {
	var names []string
	for _, e := range c.tupleAt(i, j) {
		if e.to != e.from+1 || c.name(e.from) == "" {
			return nil
		}
		names = append(names, c.name(e.from))
	}
	return names
}

// keepReturned records the values of a tuple that the function returns. A function that returns something else, too, has no tuple.
func (c *codeReader) keepReturned(i, j int) {
	elements := c.tupleAt(i, j)
	old, isKnown := c.tuples[c.function]
	switch {
	case len(elements) > 0 && (!isKnown || len(old) == len(elements)):
		values := make([]Value, len(elements))
		for n, e := range elements {
			values[n] = c.eval(e.from, e.to)
			if isKnown {
				values[n] = values[n].join(old[n])
			}
			values[n] = values[n].withoutText()
		}
		c.tuples[c.function] = values
	case j == i+1 && (c.name(i) == "None" || c.name(i) == "null"):
	default:
		c.tuples[c.function] = nil
	}
}

// assignEach sets each of several names to its own value: of a tuple, or of a call of a function that returns one. It reports
// whether these are known.
func (c *codeReader) assignEach(names []string, i, j int) bool {
	var values []Value
	if elements := c.tupleAt(i, j); len(elements) > 0 {
		for _, e := range elements {
			values = append(values, c.eval(e.from, e.to))
		}
	} else if c.name(i) != "" && c.isSign(i+1, "(") && c.closing(i+1, j) == j-1 {
		values = c.tuples[c.name(i)]
	}
	if len(values) != len(names) {
		return false
	}
	for n, name := range names {
		c.set(name, values[n])
		delete(c.bodies, name)
	}
	return true
}

// isArrow reports whether a function of JavaScript without a block is at k: () => value.
func (c *codeReader) isArrow(k int) bool {
	if c.isSign(k, "(") {
		k = c.closing(k, len(c.tokens))
	}
	return c.language == jsCode && c.isSign(k+1, "=") && c.isSign(k+2, ">")
}

// isKey reports whether a name is the key of an object in JavaScript.
func (c *codeReader) isKey(k int) bool {
	return c.language == jsCode && c.isSign(k+1, ":") && (c.isSign(k-1, "{") || c.isSign(k-1, ","))
}
