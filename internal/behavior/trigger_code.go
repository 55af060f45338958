package behavior

import "bytes"

// A codeTrigger is a set of kinds of words that code contains. Whatever is reported about code needs a combination of
// them, so most code is never read.
type codeTrigger uint32

// The kinds of words.
const (
	fetching     codeTrigger = 1 << iota // downloads, or sends over HTTP
	decoding                             // decodes, decompresses or decrypts
	connecting                           // opens connections, or transmits over them
	evaluating                           // runs text as code
	starting                             // runs commands
	interpreting                         // is a shell or another interpreter
	harming                              // is part of what isHarmful of rules/security finds
	secret                               // names credentials, the environment or the computer
	dumping                              // prints the environment or credentials
	removing                             // deletes files
	finding                              // "find"
	matching                             // "delete"
	permitting                           // changes permissions
	wide                                 // is a mode that is too open
	opening                              // gives control of the computer
	key                                  // is a system file, or one with the keys of others
	place                                // is a file that starts something, or one of a client
	hooking                              // "hooks"
	managing                             // is a package manager
	installing                           // "install"
	launching                            // installs and runs a package
	resolving                            // asks for the address of a host
	transferring                         // copies to other computers
	cloning                              // "clone"
	making                               // "make"
	mining                               // mines cryptocurrency
	addressing                           // "://"
	varying                              // starts a variable or a substitution
	escaping                             // is an escaped character
)

func (t codeTrigger) all(kinds codeTrigger) bool { return t&kinds == kinds }
func (t codeTrigger) any(kinds codeTrigger) bool { return t&kinds != 0 }

// runsCommand reports whether commands with such words may do something that is reported.
func (t codeTrigger) runsCommand() bool {
	return t.any(fetching|decoding|connecting|removing|opening|key|launching|mining|escaping) ||
		t.all(finding|matching) || t.all(permitting|wide) || t.all(cloning|making) || t.all(resolving|varying) ||
		t.all(managing) && t.any(installing|addressing) || t.all(interpreting|addressing) || t.all(transferring) && t.any(secret|dumping)
}

// runsCode reports whether statements with such words may do so.
func (t codeTrigger) runsCode() bool {
	return t.any(removing|key|connecting) || t.all(permitting|wide) || t.all(starting) && (t&^dumping).runsCommand() ||
		t.all(evaluating) && t.any(fetching|decoding|escaping) || t.any(fetching|addressing|resolving) && t.all(secret)
}

// isInteresting reports whether code may do something that is reported. A script may not write to the files that start
// something; commands in text have to write something harmful.
func (r *reader) isInteresting(language string, text []byte) bool {
	if r.places = true; r.everything || r.on == Unasked {
		return true
	}
	t := codeTriggersIn(text)
	if r.places = t.any(place|key|opening) || t.all(hooking|transferring); r.places && (r.on == InScript || t.all(harming)) {
		return true
	}
	switch language {
	case pythonCode, jsCode:
		return t.runsCode()
	case shellCode:
		if isMasked(text) {
			return true
		}
	case psCode, otherCode:
		return t.any(^(addressing | varying | secret | place | hooking | installing | making))
	}
	return t.runsCommand()
}

// isMasked reports whether the name of a program may be in a variable, or split by quotation marks or backslashes.
func isMasked(text []byte) bool {
	starts := true
	for i, c := range text {
		switch {
		case c == '\n' || c == '|' || c == ';' || c == '&' || c == '(':
			starts = true
			continue
		case c == ' ' || c == '\t' || c == '>' || starts && c == '"':
			continue
		case c == '$' && starts && i+1 < len(text) && (text[i+1] == '{' || letters[text[i+1]] != 0),
			c == '\\' && isBetweenLetters(text, i, i+1) && text[i+1] != 'n' && text[i+1] != 't' && text[i+1] != 'r',
			(c == '"' || c == '\'') && i+1 < len(text) && text[i+1] == c && isBetweenLetters(text, i, i+2):
			return true
		}
		starts = false
	}
	return false
}

// isBetweenLetters reports whether a letter precedes an offset and one is at another offset.
func isBetweenLetters(text []byte, start, end int) bool {
	return start > 0 && end < len(text) && letters[text[start-1]] != 0 && letters[text[end]] != 0
}

// codeTriggersIn returns the kinds of words that code contains.
func codeTriggersIn(text []byte) codeTrigger {
	var found codeTrigger
	start := 0
	for i := 0; i <= len(text); i++ {
		next := byte(' ')
		if i < len(text) {
			if next = text[i]; letters[next] != 0 {
				continue
			}
		}
		if n := i - start; n > 0 && n <= longestCode {
			found |= codeWord(text[start:i])
			if n > 2 {
				found |= placedWord(text, start, i, next)
			}
		}
		start = i + 1
	}
	for _, p := range codeParts {
		if found&p.kind == 0 && bytes.Contains(text, []byte(p.text)) {
			found |= p.kind
		}
	}
	return found
}

// codeParts are parts of code that are no words.
var codeParts = [...]struct {
	text string
	kind codeTrigger
}{
	{"://", addressing}, {"$", varying}, {"`", varying}, {`\x`, escaping}, {`\0`, escaping}, {`\1`, escaping}, {`\u`, escaping}, {"$'", escaping}, {"z-a", decoding},
	{"+s", wide}, {" /:", opening}, {"=/:", opening}, {"ogin Data", secret},
}

// placedWord returns the kinds of a word that counts at some places only.
func placedWord(text []byte, start, end int, next byte) codeTrigger {
	before, far := byte(' '), byte(' ')
	if start > 0 {
		before = text[start-1]
	}
	if start > 1 {
		far = text[start-2]
	}
	switch string(text[start:end]) {
	case "http", "https":
		if next != ':' {
			return fetching
		}
	case "import":
		if next == '(' {
			return evaluating
		}
	case "rev":
		if next != '-' {
			return decoding
		}
	case "exec", "compile", "run", "net", "tls":
		switch c := text[start]; {
		case before == '.':
		case c == 'e':
			return evaluating | starting
		case c == 'c':
			return evaluating
		case c == 'r':
			return starting
		default:
			return connecting
		}
	case "etc":
		if before == '/' {
			return key
		}
	case "profile", "cursor":
		if before == '.' && letters[far] == 0 {
			return place
		}
	case "claude", "codex", "gemini":
		if before == '.' && letters[far] == 0 {
			return place | secret
		}
	case "ssh", "aws", "kube", "docker", "azure", "gnupg", "password", "vault", "mozilla", "ethereum", "electrum", "boto":
		if before == '.' && letters[far] == 0 {
			return secret
		}
	}
	return 0
}

// longestCode is the length of the longest word of codeWord.
const longestCode = 31

// codeWord returns the kinds of a word of code.
func codeWord(word []byte) codeTrigger {
	switch string(word) {
	case "curl", "wget", "curlie", "xh", "aria2c", "lwp", "lynx", "fetch", "GET", "POST", "requests", "urlopen", "urlretrieve", "urllib", "urllib2", "httpx",
		"aiohttp", "axios", "got", "needle", "superagent", "request", "undici", "ky", "nodeFetch", "node_fetch", "sendBeacon", "ajax", "getJSON", "irm", "iwr",
		"Irm", "Iwr", "IRM", "IWR", "WebRequest", "webrequest", "RestMethod", "restmethod", "WebClient", "webclient", "HttpClient", "DownloadString",
		"DownloadData", "DownloadFile", "UploadString", "UploadData", "UploadFile", "GetStringAsync", "PostAsync", "OpenRead", "BitsTransfer",
		"BaseHTTPRequestHandler":
		return fetching
	case "base64", "base32", "basenc", "gbase64", "b64decode", "b32decode", "b85decode", "a85decode", "b16decode", "urlsafe_b64decode", "standard_b64decode",
		"decodebytes", "unhexlify", "a2b_base64", "a2b_hex", "fromhex", "xxd", "uudecode", "gunzip", "zcat", "bunzip2", "unxz", "bzcat", "xzcat", "gzip",
		"bzip2", "xz", "zstd", "age", "ccrypt", "gpg", "openssl", "ZA", "za", "codecs", "zlib", "bz2", "lzma", "marshal", "decompress", "decrypt", "decode",
		"chr", "atob", "Buffer", "inflateSync", "gunzipSync", "brotliDecompressSync", "unzipSync", "inflateRawSync", "fromCharCode", "fromCodePoint",
		"unescape", "FromBase64String", "frombase64string", "FromHexString", "enc", "Enc", "ENC", "EncodedCommand", "encodedcommand":
		return decoding
	case "nc", "ncat", "netcat", "socat", "telnet", "mkfifo", "tcp", "udp", "inet", "socket", "sockets", "Socket", "Sockets", "WebSocket", "TCPSocket",
		"TCPClient", "TcpClient", "UdpClient", "fsockopen", "stream_socket_client", "dup2", "sendall", "sendto", "send_message", "storbinary", "smtplib",
		"nodemailer", "gethostbyname", "getaddrinfo":
		return connecting
	case "sendmail":
		return connecting | transferring
	case "eval", "execfile", "__import__", "run_path", "FunctionType", "pickle", "CDLL", "Function", "vm", "runInThisContext", "runInNewContext",
		"runInContext", "_compile", "importScripts", "iex", "Iex", "IEX", "Expression", "expression", "InvokeScript", "NewScriptBlock", "AddScript":
		return evaluating
	case "system", "popen", "subprocess", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput", "pty", "spawn", "create_subprocess_shell",
		"create_subprocess_exec", "execv", "execvp", "execl", "execlp", "spawnl", "execSync", "spawnSync", "execFile", "execFileSync", "child_process",
		"childProcess", "cp", "shell", "execa", "execaCommand", "execAsync", "execPromise":
		return starting
	case "sh", "bash", "python", "python3", "node":
		return interpreting | harming
	case "zsh", "dash", "ksh", "ash", "source", "pypy", "nodejs", "deno", "tsx", "perl", "ruby", "php", "lua", "osascript", "Rscript", "tclsh", "powershell",
		"pwsh":
		return interpreting
	case "fish":
		return interpreting | place
	case "bun":
		return interpreting | managing
	case "nohup", "LD_PRELOAD", "PROMPT_COMMAND", "alias", "Invoke":
		return harming
	case "env", "printenv", "environ", "Environ", "ENV", "Env", "id_rsa", "id_ed25519", "id_ecdsa", "netrc", "credentials", "npmrc", "pypirc", "hosts",
		"application_default_credentials", "gnupg", "shadow", "keychain", "keychains", "Keychains", "sqlite", "key4", "logins", "wallet", "wallets",
		"keystore", "solana", "bash_history", "zsh_history", "pgpass", "cnf", "kubernetes", "keyrings", "op", "leveldb", "chrome", "Chrome", "firefox",
		"Firefox", "s3cfg", "169", "pem", "kdbx", "p12", "pfx", "hostname", "gethostname", "platform", "uname", "getuser", "getlogin", "userInfo",
		"networkInterfaces":
		return secret
	case "gcloud", "rclone":
		return secret | transferring
	case "set", "export", "compgen", "declare", "history", "security", "credential":
		return dumping
	case "rm", "shred", "mkfs", "wipefs", "diskutil", "dd", "rmtree", "rmSync", "rmdirSync", "rimraf", "removeSync", "ri", "Remove":
		return removing
	case "find":
		return finding
	case "delete":
		return matching
	case "chmod", "chmodSync":
		return permitting
	case "install":
		return permitting | installing
	case "777", "0777", "666", "rwx", "rwX", "RWX", "ugo", "0o777", "0o4755":
		return wide
	case "privileged", "sock", "setcap", "usermod", "icacls", "clusterrole", "Administrators", "administrators", "Everyone", "everyone", "hooksPath":
		return opening
	case "authorized_keys":
		return key
	case "bashrc", "zshrc", "bash_profile", "zprofile", "zshenv", "PROFILE", "PowerShell_profile", "bash_login", "crontab", "cron", "schtasks", "ScheduledTask",
		"systemd", "LaunchAgents", "LaunchDaemons", "CurrentVersion", "currentversion", "autostart", "Startup", "opencode", "claude_desktop_config":
		return place
	case "hooks":
		return hooking
	case "npm", "pnpm", "yarn", "pip", "pip3", "uv", "pipx", "uvx", "pnpx":
		return managing
	case "i", "add", "exec", "isntall", "dlx":
		return installing
	case "npx", "bunx":
		return launching
	case "dig", "nslookup", "host", "drill", "ping", "getent", "resolvectl", "kdig", "doggo", "DnsName", "dns":
		return resolving
	case "scp", "rsync", "sftp", "ftp", "lftp", "aws", "ssh", "gsutil", "gh", "mail", "mailx", "mutt", "s3cmd", "azcopy", "swaks", "git", "croc", "wormhole",
		"ipfs":
		return transferring
	case "clone":
		return cloning
	case "make":
		return making
	case "stratum", "xmrig", "minerd", "cpuminer", "cgminer", "ethminer", "nbminer", "lolminer", "xmr", "cryptonight", "minergate", "rex":
		return mining
	}
	if len(word) == 4 && (word[0] == '4' || word[0] == '6') && len(bytes.Trim(word, "01234567")) == 0 {
		return wide // with the bits that change who runs a program
	}
	return 0
}
