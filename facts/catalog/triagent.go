package catalog

var triagent = &Agent{ID: "triagent", list: func(Source, Request) (List, error) { return List{}, nil }}
