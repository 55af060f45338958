package catalog

var opencode = &Agent{ID: "opencode", list: func(Source, Request) (List, error) { return List{}, nil }}
