package catalog

var copilot = &Agent{ID: "copilot", list: func(Source, Request) (List, error) { return List{}, nil }}
