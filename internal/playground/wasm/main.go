//go:build js && wasm

// Command wasm is the linter of the page "Playground". It sets the global function skilllint, which takes a request and a callback for
// the result as JSON, or an error.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/skilllint/skilllint/internal/playground"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

func main() {
	tokenizer.Vocabulary = vocabulary
	js.Global().Set("skilllintChoices", marshal(map[string]any{"dialects": playground.Dialects(), "clients": playground.Clients()}))
	js.Global().Set("skilllint", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request, done := args[0], args[1]
		go func() { // loading the vocabulary blocks, which a function called by JavaScript must not do
			result, err := playground.Lint(context.Background(), files(request.Get("files")), playground.Options{
				Dialect: request.Get("dialect").String(), Targets: texts(request.Get("targets")), Fix: request.Get("fix").Bool(),
			})
			if err != nil {
				done.Invoke(js.Null(), err.Error())
				return
			}
			done.Invoke(marshal(result), js.Null())
		}()
		return nil
	}))
	js.Global().Call("skilllintReady")
	select {}
}

func marshal(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen for these types
	}
	return string(data)
}

// files returns the contents of files from an array of pairs.
func files(pairs js.Value) map[string][]byte {
	all := map[string][]byte{}
	for i := range pairs.Length() {
		all[pairs.Index(i).Index(0).String()] = []byte(pairs.Index(i).Index(1).String())
	}
	return all
}

func texts(array js.Value) []string {
	var all []string
	for i := range array.Length() {
		all = append(all, array.Index(i).String())
	}
	return all
}

// vocabulary waits for the vocabulary file. If it cannot be loaded, the worker exits.
func vocabulary() string {
	loaded := make(chan string)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Length())
		js.CopyBytesToGo(data, args[0])
		loaded <- string(data)
		return nil
	})
	js.Global().Call("skilllintVocabulary").Call("then", then)
	return <-loaded
}
