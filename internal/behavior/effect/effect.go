// Package effect names the effects of functions of the libraries of several languages.
package effect

import (
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/lex"
)

// An Effect is the effect of a library function.
type Effect uint8

const (
	None          Effect = iota
	Requests             // sends a request
	Decodes              // returns a decoded text
	Encodes              // returns an encoded text
	Evaluates            // runs its argument as code
	Executes             // runs its argument as a command
	Reads                // reads a file
	WritesTo             // writes to the file of its receiver
	WritesAll            // writes a file: path, content
	Removes              // removes a directory
	Connects             // returns a connection
	Receives             // returns data from a connection
	Transmits            // sends over a connection or by mail
	ConnectsShell        // connects a program with a connection
	Identifies           // returns information about the computer
	Loosens              // changes permissions
)

// In returns the effect of a function in a language, by its name.
func In(language, name string) Effect {
	switch language {
	case lex.Python:
		return pythonEffect(name)
	case lex.JavaScript:
		return jsEffect(name)
	case lex.PowerShell:
		return psEffect(name)
	}
	return None
}

// AddsTo reports whether a method adds its arguments to its receiver.
func AddsTo(method string) bool {
	switch method {
	case "append", "appendleft", "add", "update", "extend", "insert", "push", "unshift", "set", "assign", "setdefault":
		return true
	}
	return false
}

// IsSignature reports whether a method returns what was computed with a key and does not reveal it.
func IsSignature(method string) bool {
	switch method {
	case "sign", "sign_message", "sign_transaction", "signMessage", "signTransaction", "hexdigest", "digest", "createHmac", "createHash", "sha256", "verify":
		return true
	}
	return false
}

// IsLookup reports whether a function looks up a host.
func IsLookup(method string) bool {
	switch method {
	case "gethostbyname", "getaddrinfo", "lookup", "resolve", "resolve4", "resolveTxt", "query":
		return true
	}
	return false
}

// clients are constructors of objects that call a service or sign with a key, and do not reveal the key in their results.
const clients = ` httpx.Client httpx.AsyncClient aiohttp.ClientSession requests.Session requests.session axios.create
 OpenAI AsyncOpenAI AzureOpenAI openai.OpenAI Anthropic AsyncAnthropic anthropic.Anthropic genai.Client Groq Mistral GoogleGenAI GoogleGenerativeAI genai.GenerativeModel
 ethers.Wallet Wallet ethers.Contract Contract privateKeyToAccount mnemonicToAccount createWalletClient Account.from_key Account.fromKey Keypair.fromSecretKey
 Keypair.from_bytes Stripe stripe.StripeClient Octokit Github WebClient TavilyClient `

// MakesClient reports whether a function returns such an object.
func MakesClient(function string) bool {
	for name := range strings.FieldsSeq(clients) {
		if name == function {
			return true
		}
	}
	return false
}

// Reveals reports whether a member of such an object may return the key.
func Reveals(member string) bool {
	return lex.ContainsAny(strings.ToLower(member), "key", "secret", "token", "mnemonic", "phrase", "password", "json", "dict", "vars")
}

// Attributes are the effects of functions that getattr returns, which have the names of methods.
var Attributes = map[string]Effect{
	"get": Requests, "post": Requests, "put": Requests, "patch": Requests, "request": Requests, "urlopen": Requests,
	"system": Executes, "popen": Executes, "run": Executes, "call": Executes, "check_output": Executes, "Popen": Executes,
	"exec": Evaluates, "eval": Evaluates, "compile": Evaluates,
}
