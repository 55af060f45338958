package catalog

var gemini = &Agent{ID: "gemini", list: func(Source, Request) (List, error) { return List{}, nil }}
