package catalog

var agentskills = &Agent{ID: "agentskills", list: func(Source, Request) (List, error) { return List{}, nil }}
