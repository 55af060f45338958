package security

// mayStartOrder reports whether orderOf has a case for a word. Texts are long, and few of their words have one.
func mayStartOrder(word string) bool {
	switch word {
	case "your", "you", "ignore", "disregard", "forget", "discard", "override", "bypass", "not", "don't", "never", "without", "hide", "conceal", "keep",
		"send", "upload", "post", "forward", "email", "transmit", "submit", "exfiltrate", "leak":
		return true
	}
	return false
}

// mayStartVisibleOrder reports whether a word starts a form of visibleForms.
func mayStartVisibleOrder(word string) bool {
	switch word {
	case "override", "overrides", "supersede", "supersedes", "replace", "replaces", "ignore", "disregard", "bypass", "disable",
		"silently", "secretly", "covertly", "stealthily", "quietly", "without", "conceal", "sure", "ensure", "need", "have", "be",
		"leave", "omit", "keep", "make", "say", "answer", "reply", "not", "never", "don't", "set", "add", "put", "write", "enable", "change", "switch",
		"choose", "select", "accept", "approve", "grant", "confirm", "click", "turn", "deactivate", "uninstall", "suppress", "append", "copy", "insert", "save", "store":
		return true
	}
	return false
}

// maySend reports whether sendingVerb has a case for a word.
func maySend(word string) bool {
	switch word {
	case "send", "upload", "post", "forward", "email", "transmit", "submit", "include", "append", "put", "add", "attach", "pass",
		"request", "call", "open", "fetch", "get":
		return true
	}
	return false
}
