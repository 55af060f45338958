// Command skilllint finds what is wrong with agent skills, agents, registries and MANIFEST.jsonl
// files. `skilllint help` shows how to use it.
package main

import (
	"github.com/skilllint/skilllint"
	"github.com/skilllint/skilllint/rules"
)

func main() { skilllint.Main(rules.All()...) }
