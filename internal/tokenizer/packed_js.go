package tokenizer

import "sync"

// Vocabulary returns the content of o200k.bin. A web page loads the file only for texts that need it, and sets this
// function.
var Vocabulary func() string

var packed = sync.OnceValue(func() string { return Vocabulary() })
