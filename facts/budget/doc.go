// Package budget computes what skills, references and subagents cost in tokens, and their limits. A
// limit comes from an option of the rule, the configuration, the registry, the dialect, or is a
// recommendation.
package budget
