// Package role determines what each passage of a text is for: an order to the agent, an example, a quotation, a file that
// the agent will write.
//
// Structure decides before words: the path of headings, the sentence that introduces a block, the header of a table,
// comments and the info string of code, and the place of the file. A role states how the surroundings use a passage, not
// what the passage calls itself. For security it may lower a finding, and never removes one.
package role
