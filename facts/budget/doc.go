// Package budget computes what skills, their parts and agents cost a context window, and what they may cost:
// the limit is an option of the rule, the configuration's budgets, the registry's, the dialect's, or a
// recommendation.
package budget
