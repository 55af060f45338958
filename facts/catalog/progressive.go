package catalog

var progressive = &Agent{ID: "progressive", list: func(Source, Request) (List, error) { return List{}, nil }}
