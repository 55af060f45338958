// Package schema provides the formats that clients define: the fields of each kind of file, how the
// client reads them, and what it does with invalid values. All of it is embedded data: for each
// dialect a dialect.json ([Dialect]), and a JSON Schema (draft 2020-12) for each kind of file,
// schema/<dialect>/<kind>.json.
//
// [Validate] checks a value and returns [Violation]s, from which rules make findings. Schemas have
// annotations besides the standard keywords. The first five apply to all keywords of a schema and of
// its subschemas, unless these have the same annotation. A subschema with x-severity also has
// x-effect.
//
//	x-severity  "error", "warning" or "info"; "error" by default
//	x-loader    what the client does with the file or value: reject, drop, ignore, abort (fails at
//	            run time) or rename
//	x-effect    the same as a sentence that names the client: "Codex skips the skill"
//	x-help      what to write instead, an imperative sentence: "quote the value"
//	x-must      true: in the strict profile, a warning is an error
//
// The others apply to keywords of the same schema.
//
//	x-fault     the message, for keywords that need one: "invalid name {}". {} is replaced by the
//	            quoted value and {field} by the path of the field; without them, the text follows
//	            the quoted value.
//	x-pinned    true: applies only if the user chose the dialect
//	x-guessed   the severity if the user did not choose the dialect
//	x-kinds     the severities in kinds of files that refer to the schema
//	x-owner     of a marketplace: does not apply if its owner's name or address contains the word
//	x-exact     true: numbers and dates are not accepted as strings, as the client rejects them;
//	            "number": only dates are accepted
//	x-quote     true: a list in brackets was meant as a string
//	x-rule      the rule that reports the violation, if not the one that validates the file
//	x-ignored   true, of a property: accepted without effect
//	x-rare      true, of a field: its schema is compiled only for values that have the field
//	x-mistaken  of a property: keys that people confuse with it
//
// Texts have no final period. Data is decoded and compiled on first use and kept. All functions may
// be called concurrently; their results are shared and must not be modified.
package schema
