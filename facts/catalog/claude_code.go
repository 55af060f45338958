package catalog

var claudeCode = &Agent{ID: "claude-code", list: func(Source, Request) (List, error) { return List{}, nil }}
