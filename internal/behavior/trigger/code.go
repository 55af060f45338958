package trigger

import (
	"bytes"
	"strings"
)

// A Code is a set of kinds of words in code. Every finding about code requires a combination of them, so most code is
// never parsed.
type Code uint32

// The kinds of words.
const (
	fetching     Code = 1 << iota // downloads, or sends over HTTP
	requesting                    // does so as a library function
	decoding                      // decodes, decompresses or decrypts
	connecting                    // opens connections, or transmits over them
	evaluating                    // runs text as code
	starting                      // runs commands
	interpreting                  // is a shell or another interpreter
	harming                       // matches isHarmful of rules/security
	secret                        // names the environment or the computer
	storing                       // names a file with credentials
	dumping                       // prints the environment or credentials
	removing                      // deletes files
	finding                       // "find"
	matching                      // "delete"
	permitting                    // changes permissions
	permissive                    // is a mode with too many permissions
	escalating                    // grants control of the computer
	systemFile                    // is a system file, or a file with public keys of others
	startupFile                   // is a file that runs code at startup, or a file of a client
	hooking                       // "hooks"
	managing                      // is a package manager
	installing                    // "install"
	launching                     // installs and runs a package
	resolving                     // looks up a host
	transferring                  // copies to other computers
	cloning                       // "clone"
	mining                        // mines cryptocurrency
	addressing                    // "://"
	substituting                  // starts a variable or a substitution
	escaping                      // is an escaped character
	contextual                    // is relevant in some places only
)

func (t Code) all(kinds Code) bool { return t&kinds == kinds }
func (t Code) any(kinds Code) bool { return t&kinds != 0 }

// RunsCommand reports whether commands with such words may have a reported effect.
func (t Code) RunsCommand() bool {
	return t.any(fetching|decoding|connecting|removing|escalating|systemFile|launching|mining|escaping) ||
		t.all(finding|matching) || t.all(permitting|permissive) || t.any(cloning) || t.all(resolving) && t.any(substituting|interpreting) ||
		t.all(managing) && t.any(installing|addressing) || t.all(interpreting) && t.any(requesting|addressing) || t.all(transferring) && t.any(secret|storing|dumping|interpreting)
}

// RunsCode reports whether statements with such words may have a reported effect.
func (t Code) RunsCode() bool {
	return t.any(removing|systemFile|connecting) || t.all(permitting|permissive) || t.all(starting) && (t.any(requesting) || (t&^dumping).RunsCommand()) ||
		t.all(evaluating) && t.any(fetching|requesting|addressing|decoding|escaping) || t.any(secret|storing) && t.any(fetching|requesting|addressing|resolving)
}

// Places reports whether code may write to a file that runs code at startup, or to one with public keys of others.
func (t Code) Places() bool {
	return t.any(startupFile|systemFile|escalating) || t.all(hooking|transferring)
}

// Harms reports whether code may write harmful content.
func (t Code) Harms() bool { return t.all(harming) }

// Stores reports whether code may name a file with credentials.
func (t Code) Stores() bool { return t.all(storing) }

// MayKeep reports whether commands may write secrets to a variable or a file, for other commands.
func (t Code) MayKeep() bool { return t.any(secret | storing) }

// ReadsSecrets reports whether code may read variables of the environment and send them.
func (t Code) ReadsSecrets() bool { return t.all(secret | addressing) }

// RunsAnything reports whether code in an unsupported language, of which only strings are read, may have a reported effect.
func (t Code) RunsAnything() bool {
	return t.any(^(addressing | substituting | secret | storing | startupFile | hooking | installing))
}

// IsMasked reports whether the name of a program may be split into several variables, or by quotes or backslashes.
func IsMasked(text []byte) bool {
	starts := true
	for i, c := range text {
		switch c {
		case '\n', '|', ';', '&', '(':
			starts = true
			continue
		case ' ', '\t', '>':
			continue
		case '$':
			if starts && isJoined(text[i:]) {
				return true
			}
		case '\\':
			if isBetweenLetters(text, i, i+1) && strings.IndexByte("ntr", text[i+1]) < 0 {
				return true
			}
		case '"', '\'':
			if isBetweenLetters(text, i, i+2) && text[i+1] == c {
				return true
			}
			if starts {
				continue
			}
		}
		starts = false
	}
	return false
}

// isJoined reports whether a text starts with two consecutive variables: $a$b, ${a}${b}.
func isJoined(text []byte) bool {
	n := 1
	for n < len(text) && (letters[text[n]] != 0 || text[n] == '{' || text[n] == '}') {
		n++
	}
	return n > 1 && n < len(text) && text[n] == '$'
}

// isBetweenLetters reports whether a letter precedes an offset and one is at another offset.
func isBetweenLetters(text []byte, start, end int) bool {
	return start > 0 && end < len(text) && letters[text[start-1]] != 0 && letters[text[end]] != 0
}

// InCode returns the kinds of words that code contains.
func InCode(text []byte) Code {
	var found Code
	var seen byteSet
	start := 0
	for i := 0; i <= len(text); i++ {
		next := byte(' ')
		if i < len(text) {
			if next = text[i]; letters[next] != 0 {
				continue
			}
		}
		if n := i - start; n > 1 {
			kinds := Code(codeTriggers.kinds(text[start:i]))
			if c := text[start]; kinds == 0 && '0' <= c && c <= '9' && text[i-1] > '9' { // a number before a word: 0system
				if word := bytes.TrimLeft(text[start:i], "0123456789"); len(word) > 1 {
					kinds, start = Code(codeTriggers.kinds(word)), i-len(word)
				}
			}
			if kinds == 0 { // some systems ignore the case of paths
				if kinds = Code(codeTriggers.kindsFolded(text[start:i])) & (storing | contextual); kinds&contextual != 0 {
					kinds = (kinds | contextualWord(text, start, next, strings.ToLower(string(text[start:i])))) & storing
				}
			}
			if kinds&contextual != 0 {
				kinds = kinds&^contextual | contextualWord(text, start, next, string(text[start:i]))
			}
			if n == 4 && isSetuid(text[start:i]) {
				kinds |= permissive
			}
			found |= kinds
		}
		start = i + 1
		seen.add(next)
	}
	for _, p := range codeParts {
		if seen.has(p.rare) && bytes.Contains(text, []byte(p.text)) {
			found |= p.kind
		}
	}
	if seen.has('\\') && isEscaped(text) {
		found |= escaping
	}
	return found
}

// codeParts are parts of code that are not words, with their rarest byte.
var codeParts = [...]struct {
	rare byte
	text string
	kind Code
}{
	{' ', " i ", installing}, {':', "://", addressing}, {'$', "$", substituting}, {'`', "`", substituting},
	{'-', "z-a", decoding}, {'+', "+s", permissive}, {':', " /:", escalating}, {':', "=/:", escalating},
}

// isEscaped reports whether several nearby characters are escaped by their codes.
func isEscaped(text []byte) bool {
	const near = 48
	var last [3]int
	n := 0
	for i := range text[:len(text)-1] {
		if text[i] != '\\' || bytes.IndexByte([]byte("xu01"), text[i+1]) < 0 {
			continue
		}
		if n >= len(last) && i-last[n%len(last)] <= near {
			return true
		}
		last[n%len(last)] = i
		n++
	}
	return false
}

// isSetuid reports whether a word is a mode with the setuid bit.
func isSetuid(word []byte) bool {
	return (word[0] == '4' || word[0] == '6') && len(bytes.Trim(word, "01234567")) == 0
}

// contextualWord returns the kinds of a word that is relevant in some places only.
func contextualWord(text []byte, start int, next byte, word string) Code {
	before, far := byte(' '), byte(' ')
	if start > 0 {
		before = text[start-1]
	}
	if start > 1 {
		far = text[start-2]
	}
	switch word {
	case "http", "https":
		return when(next != ':', fetching)
	case "fetch":
		return when(before != '.' && strings.IndexByte(" (?", next) >= 0, fetching)
	case "Data": // a browser's "Login Data"
		return when(before == ' ', storing)
	case "import":
		return when(before != '.' && next == '(', evaluating)
	case "rev":
		return when(next != '-', decoding)
	case "exec":
		return when(!isQualified(before, far), evaluating|starting)
	case "compile":
		return when(!isQualified(before, far), evaluating)
	case "run":
		return when(!isQualified(before, far), starting)
	case "net", "tls":
		return when(!isQualified(before, far), connecting)
	case "etc":
		return when(before == '/', systemFile)
	case "profile", "cursor":
		return when(isHidden(before, far), startupFile)
	case "claude", "codex", "gemini":
		return when(isHidden(before, far), startupFile|storing)
	case "env", "ssh", "aws", "kube", "docker", "azure", "gnupg", "password", "vault", "mozilla", "ethereum", "electrum", "boto":
		return when(isHidden(before, far), storing)
	}
	return 0
}

// isQualified reports whether a name follows another one and a point. A number may end in a point, other values have no name,
// and a line may start with a point.
func isQualified(before, far byte) bool {
	return before == '.' && far > ' ' && (far < '0' || far > '9') && far != ')' && far != ']' && far != '\'' && far != '"'
}

// isHidden reports whether a name begins the name of a hidden file.
func isHidden(before, far byte) bool { return before == '.' && letters[far] == 0 }

func when(applies bool, kinds Code) Code {
	if applies {
		return kinds
	}
	return 0
}

// codeTriggers are words of code by kind.
var codeTriggers = tableOf([]wordsOf{
	{uint32(fetching), `curl wget curlie xh aria2c lwp lynx GET POST irm iwr Irm Iwr IRM IWR WebRequest webrequest RestMethod restmethod WebClient webclient
		BitsTransfer`},
	{uint32(requesting), `URI file_put_contents getstore requests urlopen urlretrieve urllib urllib2 httpx aiohttp axios got needle superagent request undici ky nodeFetch node_fetch sendBeacon ajax
		getJSON HttpClient DownloadString DownloadData DownloadFile UploadString UploadData UploadFile GetStringAsync PostAsync OpenRead
		BaseHTTPRequestHandler`},
	{uint32(decoding), `base64 base32 basenc gbase64 b64decode b32decode b85decode a85decode b16decode urlsafe_b64decode standard_b64decode decodebytes unhexlify
		a2b_base64 a2b_hex fromhex xxd uudecode gunzip zcat bunzip2 unxz bzcat xzcat gzip bzip2 xz zstd age ccrypt gpg openssl ZA za codecs zlib bz2
		lzma marshal decompress decrypt decode chr atob Buffer inflateSync gunzipSync brotliDecompressSync unzipSync inflateRawSync fromCharCode
		fromCodePoint unescape FromBase64String frombase64string FromHexString enc Enc ENC EncodedCommand encodedcommand powershell pwsh`},
	{uint32(connecting), `nc ncat netcat socat telnet mkfifo tcp udp inet socket sockets Socket Sockets WebSocket TCPSocket TCPClient TcpClient UdpClient fsockopen
		stream_socket_client dup2 sendall sendto sendmail send_message storbinary smtplib nodemailer gethostbyname getaddrinfo`},
	{uint32(evaluating), `eval execfile __import__ run_path FunctionType pickle CDLL Function vm runInThisContext runInNewContext runInContext _compile importScripts
		iex Iex IEX Expression expression InvokeScript NewScriptBlock AddScript`},
	{uint32(starting), `system popen subprocess check_call check_output Popen getoutput getstatusoutput pty spawn create_subprocess_shell create_subprocess_exec
		execv execvp execl execlp spawnl execSync spawnSync execFile execFileSync child_process childProcess cp shell execa execaCommand execAsync
		execPromise`},
	{uint32(interpreting), "sh bash python python3 node zsh dash ksh fish ash source pypy nodejs deno bun tsx perl ruby php lua osascript Rscript tclsh powershell pwsh"},
	{uint32(harming), "sh bash python python3 node nohup LD_PRELOAD PROMPT_COMMAND alias Invoke bypassPermissions enableAllProjectMcpServers skipDangerousModePermissionPrompt ANTHROPIC_BASE_URL OPENAI_BASE_URL says obey carry tell"},
	{uint32(secret), "_ENV _SERVER Getenv GetEnvironmentVariable env getenv printenv environ Environ ENV Env hostname gethostname platform uname getuser getlogin userInfo networkInterfaces"},
	{uint32(storing), `id_rsa id_ed25519 id_ecdsa netrc credentials npmrc pypirc hosts gcloud application_default_credentials gnupg shadow keychain keychains
		Keychains jsonl sqlite key4 logins wallet wallets keystore solana bash_history zsh_history pgpass cnf kubernetes keyrings op leveldb chrome Chrome
		firefox Firefox rclone s3cfg 169 pem kdbx p12 pfx`},
	{uint32(dumping), "set export compgen declare history security credential"},
	{uint32(removing), "rm shred mkfs wipefs diskutil dd rmtree rmSync rmdirSync rimraf removeSync ri Remove"},
	{uint32(finding), "find"},
	{uint32(matching), "delete"},
	{uint32(permitting), "chmod chmodSync install"},
	{uint32(permissive), "777 0777 666 rwx ugo 0o777 0o4755 rwX RWX"},
	{uint32(escalating), "MpPreference mppreference spctl csrutil advfirewall auditd falcon mdatp clamav wazuh osqueryd sentinelone privileged sock setcap usermod icacls clusterrole Administrators administrators Everyone everyone hooksPath"},
	{uint32(systemFile), "authorized_keys"},
	{uint32(startupFile), `bashrc zshrc bash_profile zprofile zshenv PROFILE PowerShell_profile bash_login crontab cron schtasks ScheduledTask systemd LaunchAgents launchctl AGENTS CLAUDE GEMINI SOUL MEMORY HEARTBEAT pth sitecustomize usercustomize openclaw cursorrules homedir expanduser
		LaunchDaemons CurrentVersion currentversion autostart Startup opencode claude_desktop_config fish vscode`},
	{uint32(hooking), "hooks"},
	{uint32(managing), "npm pnpm yarn bun pip pip3 uv pipx uvx pnpx cargo go gem brew apt rpm kubectl msiexec"},
	{uint32(installing), "add install exec isntall dlx latest"},
	{uint32(launching), "npx bunx"},
	{uint32(resolving), "dig nslookup host drill ping getent resolvectl kdig doggo DnsName dns"},
	{uint32(transferring), "scp rsync sftp ftp lftp aws gcloud rclone ssh gsutil gh mail mailx mutt sendmail s3cmd azcopy az swaks git croc wormhole ipfs"},
	{uint32(cloning), "clone"},
	{uint32(mining), "stratum xmrig minerd cpuminer cgminer ethminer nbminer lolminer xmr cryptonight minergate rex"},
	{uint32(contextual), "http https fetch Data import rev exec compile run net tls etc env profile cursor claude codex gemini ssh aws kube docker azure gnupg password vault mozilla ethereum electrum boto"},
})
