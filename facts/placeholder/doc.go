// Package placeholder parses what clients replace before a model sees a text: {{NAME}} placeholders and the
// placeholders.json that declares them, ${NAME} and $1 variables, and !`commands`. Which of them a client replaces
// depends on its dialect. It also provides the vocabulary of examples and templates.
package placeholder
