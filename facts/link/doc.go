// Package link reads the links of Markdown documents, resolves them, and classifies what they point to.
//
// A Target is a link as it is written: a Markdown link or image, an attribute of HTML, a path in inline
// code, or a path after a variable such as ${CLAUDE_SKILL_DIR}. A Link is a target with the file it
// resolves to. A Reference is an @path that an orchestrator replaces by the file; it begins a line or
// follows white space, outside of code and frontmatter. Much else begins with "@": addresses, packages
// (@acme/tool), decorators, people, tags of JSDoc. So only a path with the suffix of a document is certainly
// a reference; any other is one if a file of that name exists. Anchors are the places in a document that a
// fragment can name.
package link
