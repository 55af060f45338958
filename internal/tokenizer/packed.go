//go:build !js

package tokenizer

import _ "embed"

//go:embed o200k.bin
var embedded string

func packed() string { return embedded }
