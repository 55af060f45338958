// Package placeholder reads what is replaced before a model sees a text, or was meant to be replaced:
// {{NAME}} placeholders and the placeholders.json that declares them, ${NAME} and $1 variables, !`commands`.
// Which of them a client does replace depends on its dialect; in code they more often belong to another
// language. It also holds the vocabulary of examples and templates.
package placeholder
