package behavior

import (
	"slices"
	"strings"
)

// A Label is an origin of a value.
type Label uint16

const (
	Fetched     Label = 1 << iota // downloaded
	Decoded                       // the output of a decoder
	Encoded                       // the output of an encoder
	Environment                   // all environment variables
	Credential                    // the content of a credential file or store
	secretPath                    // the path of such a file
	Secret                        // a variable with the name of a secret
	System                        // information about the computer or its user
	output                        // the output of any command
	Socket                        // read from a connection
	shellOutput                   // the output of an interactive shell
	connected                     // a connection itself
	written                       // a literal that code writes
	computed                      // joined from many parts, or reversed
	cut                           // a part of the text is missing, because it is too long
)

// A Value is a possible value of an expression: its origins, and its text as far as known.
type Value struct {
	labels Label
	text   string // with unknown variables as ${NAME}
	path   string // literals of the expression, joined by slashes
	url    string // URL of the download
	secret string // name of the secret
}

func (v Value) Has(l Label) bool { return v.labels&l != 0 }

// join returns a value that combines both.
func (v Value) join(w Value) Value {
	v.labels |= w.labels
	if len(v.text)+len(w.text) <= int(mostText) {
		v.text += w.text
	} else {
		v.labels |= cut
	}
	switch {
	case v.path == "":
		v.path = w.path
	case w.path != "" && len(v.path)+len(w.path) < int(mostText):
		v.path += "/" + w.path
	}
	if v.url == "" {
		v.url = w.url
	}
	if v.secret == "" {
		v.secret = w.secret
	}
	return v
}

// withoutText returns the value without its text.
func (v Value) withoutText() Value {
	v.text, v.path = "", ""
	return v
}

// opaque returns the output of an unknown program with the value as input.
func (v Value) opaque() Value { return Value{labels: output | v.labels&(shellOutput|Socket)} }

// literal returns the value of a text in code.
func literal(text string) Value {
	v := Value{text: text, path: text}
	if p := credentialIn(text); p != "" {
		v.labels, v.secret = secretPath, p
	}
	return v
}

// content returns the content of the file at the path.
func (v Value) content() Value {
	if v.Has(secretPath) {
		v.labels |= Credential
		return v
	}
	if p := credentialIn(v.path); p != "" {
		v.labels, v.secret = v.labels|Credential, p
	}
	return v
}

// credentials are parts of the paths of files that hold credentials, in lower case.
var credentials = []string{
	".ssh/id_", ".ssh/identity", "/id_rsa", "/id_ed25519", "/id_ecdsa", ".aws/credentials", ".aws/config", ".netrc", ".git-credentials", ".npmrc",
	".pypirc", ".docker/config.json", ".kube/config", ".config/gh/hosts.yml", ".config/gcloud", "application_default_credentials.json",
	".azure/accesstokens.json", ".azure/msal_token_cache", ".gnupg", ".password-store", ".vault-token", "/etc/shadow", ".cargo/credentials", ".terraform.d/credentials",
	".claude/.credentials.json", ".claude.json", ".codex/auth.json", ".gemini/oauth_creds.json", "login.keychain", "login data", "cookies.sqlite", "key4.db", "logins.json",
	"wallet.dat", ".ethereum/keystore", ".config/solana/id.json", ".electrum/wallets", ".bash_history", ".zsh_history", ".pgpass", ".my.cnf",
	"/proc/self/environ", "/var/run/secrets/kubernetes.io", "chrome/default/cookies", ".local/share/keyrings", "microsoft/credentials", ".config/op/",
	"local storage/leveldb", "library/keychains", "google/chrome/user data", "google-chrome/default", ".mozilla/firefox", "firefox/profiles", ".config/rclone/rclone.conf", ".s3cfg", ".boto",
	"169.254.169.254",
}

// credentialDirs are directories with credentials and other files. They count only as a whole.
var credentialDirs = []string{".ssh", "/.aws", "/.kube", "/.azure", "/.docker"}

// credentialIn returns the credential file that a text names, or "".
func credentialIn(text string) string {
	if !strings.ContainsAny(text, `./\ `) { // each credential path contains one
		return ""
	}
	lower := strings.ToLower(strings.ReplaceAll(text, `\`, "/"))
	for _, c := range credentials {
		if strings.Contains(lower, c) && !strings.Contains(lower, ".pub") {
			return clipPath(text, strings.Index(lower, c))
		}
	}
	for _, dir := range credentialDirs {
		for rest := lower; ; {
			_, after, ok := strings.Cut(rest, dir)
			if !ok {
				break
			}
			if after == "" || after == "/" || after[0] == ' ' || strings.HasPrefix(after, "/*") || strings.HasPrefix(after, "/ ") {
				return clipPath(text, strings.Index(lower, dir))
			}
			rest = after
		}
	}
	if base := lower[strings.LastIndexAny(lower, "/ @=<")+1:]; base == ".env" || base == ".env*" || strings.HasPrefix(base, ".env.") && !strings.Contains(base, "example") && !strings.Contains(base, "sample") && !strings.Contains(base, "template") {
		return ".env"
	}
	return ""
}

// clipPath returns the path around an offset.
func clipPath(text string, at int) string {
	if at > len(text) {
		return text
	}
	start := strings.LastIndexAny(text[:at], " \t\n\"'`@=<(,") + 1
	end := len(text)
	if n := strings.IndexAny(text[at:], "\t\n\"'`;|)>,"); n >= 0 {
		end = at + n
	}
	if n := strings.IndexByte(text[at:end], ' '); n > 0 && !strings.Contains(text[at:end], "Login Data") {
		end = at + n
	}
	return text[start:end]
}

// secretWords are parts of the names of variables with secrets.
var secretWords = []string{"SECRET", "TOKEN", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "PRIVATE_KEY", "ACCESS_KEY", "CREDENTIAL", "SESSION_KEY", "DATABASE_URL", "MNEMONIC", "SEED_PHRASE"}

// isSecretName reports whether the name of a variable suggests a secret.
func isSecretName(name string) bool {
	name = strings.ToUpper(name)
	if strings.HasSuffix(name, "TOKENS") || strings.Contains(name, "MAX_TOKEN") || strings.Contains(name, "CSRF") || strings.HasSuffix(name, "_URI") && !strings.Contains(name, "DATABASE") {
		return false
	}
	return containsAny(name, secretWords...)
}

// containsAny reports whether a text contains one of several parts.
func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// Address returns the address of the download, or "".
func (v Value) Address() string { return v.url }

// Name returns the name of the secret, or "".
func (v Value) Name() string { return v.secret }

// Text returns the text as far as known.
func (v Value) Text() string { return v.text }
