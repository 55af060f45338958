// Package analysis is the framework that rules are written in, in the style of
// golang.org/x/tools/go/analysis.
//
// An [Analyzer] is one rule, or one fact that several rules need. It looks at inputs of one
// [Scope]: a line of a MANIFEST.jsonl, a document (SKILL.md, agent, registry, …), or the whole
// workspace. A driver reads each file once, runs the analyzers of the inner scopes on it and
// drops it; what an outer scope needs of it is a [Fact], a small typed value that flows
// outwards: line → document → workspace. Nothing flows inwards, so files can be analysed in
// any order and in parallel, and a result depends on nothing but bytes, path, configuration
// and program.
//
// Rules and facts are plain sequential functions: no goroutines, locks, files or clocks.
package analysis
