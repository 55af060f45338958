// Package analysis provides the framework for rules, in the style of golang.org/x/tools/go/analysis.
//
// An [Analyzer] is one rule, or one fact that several rules need. It checks inputs of one [Scope]: a
// line of a MANIFEST.jsonl, a document (SKILL.md, subagent, registry, …), or the whole workspace. A
// driver reads each file once, runs the analyzers of the inner scopes and drops the file. What an
// outer scope needs of it is a [Fact], a small typed value: line → document → workspace. Nothing
// flows inward, so files can be analyzed in any order and in parallel. A result depends only on
// bytes, paths, configuration and program.
//
// Rules and facts are plain sequential functions: no goroutines, locks, files or clocks.
package analysis
