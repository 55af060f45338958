// Package placeholder parses the parts of a text that clients replace before a model sees it: {{NAME}} placeholders and
// the placeholders.json that declares them, ${NAME} and $1 variables, and !`commands`. The dialect determines which of
// them a client replaces. The package also recognizes examples and templates.
package placeholder
