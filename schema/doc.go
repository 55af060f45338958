// Package schema holds what is known of each dialect: which fields a header may have, how its
// loader reads it, and what it does with a fault. All of it is data, embedded: a dialect.json
// ([Dialect]) and one JSON Schema (draft 2020-12) per kind of file, schema/<dialect>/<kind>.json.
//
// [Validate] checks a value and returns what is wrong as [Violation]s, from which a rule makes its
// message. Besides the standard keywords the schemas have annotations of our own. The first four
// hold for every keyword of the schema they stand in and of all schemas below it, down to one that
// has the same annotation; who sets x-severity says the effect anew.
//
//	x-severity  "error", "warning" or "info"; error when no schema above says otherwise
//	x-loader    what becomes of the file or value: reject, drop, ignore, abort (fails when it is
//	            used) or rename
//	x-effect    the same in words; completes "…, so "
//	x-help      what to write instead, an imperative sentence: "quote the value"
//
// The others hold for keywords beside them.
//
//	x-fault     what is wrong with a value, for keywords that do not say it themselves; completes
//	            the quoted value: "is no semantic version"
//	x-pinned    true: the keyword counts only where the user named the dialect
//	x-guessed   the severity where the user did not name the dialect
//	x-exact     true: a number or date is not taken for its text, because the loader does not
//	            either; "number": a number is not, a date is
//	x-quote     true: a list in brackets here was meant as a text
//	x-rule      the rule that reports it, where that is not the one that checks by the schema
//	x-ignored   true, of a property: it is accepted without effect
//	x-rare      true, of a field: what describes it is compiled only for a value that has the field
//	x-mistaken  of a property: keys that people write for it although they mean this one
//
// Everything is decoded and compiled on first use and kept; all functions may be called
// concurrently. What they return is shared and must not be changed.
package schema
