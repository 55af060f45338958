// Package link reads the links of Markdown documents, resolves them, and classifies what they point to.
//
// A Target is a link as written in the document: a Markdown link or image, an HTML attribute, a path in inline
// code, or a path after a variable such as ${CLAUDE_SKILL_DIR}. A Link is a target with the file it
// resolves to. A Reference is an @path that an orchestrator replaces with the file; it is at the start of a line or
// after white space, outside of code and frontmatter. Addresses, packages (@acme/tool), decorators, user names
// and JSDoc tags also begin with "@". So only a path with the suffix of a document is certainly a reference; any
// other is one if the file exists. Anchors are the positions in a document that a fragment can refer to.
package link
