package catalog

var codex = &Agent{ID: "codex", list: func(Source, Request) (List, error) { return List{}, nil }}
