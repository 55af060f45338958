package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// pi reads one file of each directory, from the root of the file system to the working directory.
var pi = &Client{
	ID:           "pi",
	Title:        "Pi",
	Version:      "1.6.0",
	Grade:        loader.Measured,
	Source:       "@earendil-works/pi-coding-agent, createAgentSession, run",
	Checked:      "2026-11-28",
	instructions: piInstructions,
}

// piNames are the names of its instruction files. In each directory, the first existing one applies.
var piNames = []string{"AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"}

func piInstructions(b *builder) {
	var dirs []string
	if b.Home != "" {
		dirs = append(dirs, path.Join(b.Home, ".pi/agent"))
	}
	for _, dir := range slices.Backward(upwards(b.Start, b.Project)) {
		dirs = append(dirs, dir)
	}
	var pieces []Piece
	for _, dir := range dirs {
		chosen := ""
		for _, name := range piNames {
			at := path.Join(dir, name)
			switch {
			case !b.isFile(at):
			case chosen != "":
				b.addFile(at, noFile, Omitted, "Pi reads one file of a directory, here "+chosen)
			default:
				chosen = name
				pieces = append(pieces, b.piFile(at)...)
			}
		}
	}
	if len(pieces) == 0 {
		return
	}
	b.frame("<project_context>\nProject-specific instructions and guidelines:")
	b.write(pieces...)
	b.frame("\n</project_context>")
	b.addNote("Pi also reads the directories above the repository; they are not read here")
}

func (b *builder) piFile(at string) []Piece {
	text, size, ok := b.read(at)
	i := b.addFile(at, noFile, Loaded, "")
	b.out.Files[i].Size = size
	if !ok {
		b.out.Files[i].State, b.out.Files[i].Reason = Omitted, "it is larger than skilllint reads"
		return nil
	}
	return []Piece{{clientText, "\n\n<project_instructions path=\"" + at + "\">\n"}, {i, strings.TrimPrefix(text, "\ufeff")}, {clientText, "\n</project_instructions>"}}
}
