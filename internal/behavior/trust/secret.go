package trust

import (
	"slices"
	"strings"
)

// credentials are parts of the paths of files that hold credentials, in lower case.
var credentials = []string{
	".ssh/id_", ".ssh/identity", "/id_rsa", "/id_ed25519", "/id_ecdsa", ".aws/credentials", ".aws/config", ".netrc", ".git-credentials", ".npmrc",
	".pypirc", ".docker/config.json", ".kube/config", ".config/gh/hosts.yml", ".config/gcloud", "application_default_credentials.json",
	".azure/accesstokens.json", ".azure/msal_token_cache", ".gnupg", ".password-store", ".vault-token", "/etc/shadow", ".cargo/credentials", ".terraform.d/credentials",
	".claude/.credentials.json", ".claude/projects/", ".claude/history.jsonl", ".codex/sessions/", ".codex/history.jsonl", ".claude.json", ".codex/auth.json", ".gemini/oauth_creds.json", "login.keychain", "login data", "cookies.sqlite", "key4.db", "logins.json",
	"wallet.dat", ".ethereum/keystore", ".config/solana/id.json", ".electrum/wallets", ".bash_history", ".zsh_history", ".pgpass", ".my.cnf",
	"/proc/self/environ", "/var/run/secrets/kubernetes.io", "chrome/default/cookies", ".local/share/keyrings", "microsoft/credentials", ".config/op/",
	"local storage/leveldb", "library/keychains", "google/chrome/user data", "google-chrome/default", ".mozilla/firefox", "firefox/profiles", ".config/rclone/rclone.conf", ".s3cfg", ".boto",
	"169.254.169.254",
}

// credentialDirs are directories with credentials and other files. They count only as a whole.
var credentialDirs = []string{".ssh", "/.aws", "/.kube", "/.azure", "/.docker"}

// CredentialIn returns the credential file that a text names, or "".
func CredentialIn(text string) string {
	if !strings.ContainsAny(text, `./\ `) { // each credential path contains one
		return ""
	}
	lower := strings.ToLower(strings.ReplaceAll(text, `\`, "/"))
	for _, c := range credentials {
		if n := indexPart(lower, c); n >= 0 && !strings.Contains(lower, ".pub") {
			return clipPath(text, n)
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

// indexPart returns the offset of a part that ends with a word, or -1: "/etc/shadow" is not in "/etc/shadowsocks".
func indexPart(text, part string) int {
	for from := 0; ; {
		n := strings.Index(text[from:], part)
		if n < 0 {
			return -1
		}
		end := from + n + len(part)
		if end == len(text) || !isWordByte(text[end-1]) || !isWordByte(text[end]) {
			return from + n
		}
		from = end
	}
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
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

// IsSecretName reports whether the name of a variable suggests a secret.
func IsSecretName(name string) bool {
	name = strings.ToUpper(name)
	if strings.HasSuffix(name, "TOKENS") || strings.Contains(name, "MAX_TOKEN") || namesResource(name) || describesToken(name) || strings.Contains(name, "CSRF") || strings.HasSuffix(name, "_URI") && !strings.Contains(name, "DATABASE") {
		return false
	}
	return containsAny(name, secretWords...)
}

// resources are the words before _TOKEN in the names of identifiers, such as that of a page of results or of a document.
const resources = `PAGE NEXT SYNC CONTINUATION CANCEL DOC DOCX DOCUMENT FILE FOLDER NODE SHEET SPREADSHEET WIKI BITABLE SLIDES PARENT
 SRC DST DEST SOURCE TARGET SELL BUY BASE QUOTE INPUT OUTPUT ERC20 PAYMENT`

// namesResource reports whether the name of a variable names a token that only identifies something, such as NEXT_PAGE_TOKEN
// or, in trades of cryptocurrency, SELL_TOKEN.
func namesResource(name string) bool {
	before, ok := strings.CutSuffix(name, "_TOKEN")
	return ok && slices.Contains(strings.Fields(resources), before[strings.LastIndexByte(before, '_')+1:])
}

// describesToken reports whether the name of a variable names a property of a token, such as TOKEN_ADDRESS.
func describesToken(name string) bool {
	n := strings.LastIndex(name, "TOKEN_")
	return n >= 0 && slices.Contains([]string{"ADDRESS", "SYMBOL", "COUNT", "LIMIT", "TYPE", "DECIMALS", "BUDGET", "USAGE", "ID", "NAME"}, name[n+len("TOKEN_"):])
}

// containsAny reports whether a text contains one of several parts.
func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}
