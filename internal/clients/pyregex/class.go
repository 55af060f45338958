package pyregex

// class reads the rest of a class of characters.
func (p *parser) class(start int) {
	p.match('^')
	for empty := true; ; empty = false {
		at := p.at()
		t := p.take()
		if !t.some {
			p.failAt(start, "the class of characters is never closed")
			return
		}
		if t.is(']') && !empty {
			return
		}
		low, single := p.member(t, at)
		if !p.match('-') {
			continue
		}
		behind := p.at()
		t = p.take()
		switch {
		case !t.some:
			p.failAt(start, "the class of characters is never closed")
			return
		case t.is(']'):
			return
		}
		high, alsoSingle := p.member(t, behind)
		if !single || !alsoSingle || low >= 0 && high >= 0 && high < low {
			p.failAt(at, "a class has a range that ends before it begins, or is none")
			return
		}
	}
}

// member returns a character of a class; single is false where it is a class of its own.
func (p *parser) member(t token, start int) (char rune, single bool) {
	switch {
	case !t.escaped:
		return t.char, true
	case oneOf(t.char, "dDsSwW"):
		return 0, false
	}
	return p.character(t, start), true
}
