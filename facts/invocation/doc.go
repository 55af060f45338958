// Package invocation computes the commands that documents tell agents and clients to run, and the files of the workspace that
// they run.
//
// Commands are read from shell blocks, inline code that is a command, inline commands (!`command`), hooks, servers, and the
// shell scripts of skills. Examples of output, counterexamples and quoted text are not commands. A command is never run.
package invocation
