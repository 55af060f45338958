package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// TakesEncoded reports whether the value of an option of PowerShell is encoded code. An option may be cut.
func TakesEncoded(option string) bool {
	return (strings.HasPrefix(option, "-e") && strings.HasPrefix("-encodedcommand", option) || option == "-ec") && option != "-ex" && !strings.HasPrefix(option, "-ep")
}

// TakesCode reports whether the value of an option of an interpreter is code.
func TakesCode(option string) bool {
	switch option {
	case "-c", "-e", "-r", "--eval", "-pe", "-ne", "-command", "eval":
		return true
	}
	return false
}

// IsRemoteShell reports whether code in Perl, Ruby, PHP, Lua or AWK connects a shell to a host.
func IsRemoteShell(text string) bool {
	return (lex.ContainsAny(text, "/inet/tcp") || HasWord(text, "Socket", "socket", "TCPSocket", "UNIXSocket", "fsockopen", "stream_socket_client")) &&
		(lex.ContainsAny(text, "/bin/sh", "/bin/bash", "sh -i", "cmd.exe", "`#{") || HasWord(text, "exec(", "exec \"", "popen", "popen3", "proc_open", "spawn", "getline"))
}

// GrantsAll reports whether the arguments of a program give the rights of an administrator, or those of everyone to a file.
func GrantsAll(arguments string) bool {
	return lex.ContainsAny(arguments, "cap_setuid", "cap_sys_admin", "everyone:f") ||
		strings.Contains(arguments, "localgroup administrators") && strings.Contains(arguments, "/add")
}

// IsSetuid reports whether an octal mode has the setuid bit.
func IsSetuid(mode string) bool {
	return len(mode) == 4 && (mode[0] == '4' || mode[0] == '6') && strings.Trim(mode, "01234567") == ""
}

// OpensAll reports whether a mode of chmod gives everybody all rights.
func OpensAll(mode string) bool {
	return mode == "777" || mode == "0777" || strings.EqualFold(mode, "a+rwx") || mode == "ugo+rwx"
}

// PackageName returns the name in a requirement such as "a[b]>=1.2", or "" for a path or an address.
func PackageName(text string) string {
	text = strings.TrimSpace(text)
	if n := strings.IndexAny(text, "=<>~!;[ "); n > 0 {
		text = text[:n]
	}
	if n := strings.IndexByte(text, '@'); n > 0 {
		text = text[:n]
	}
	if text == "" || strings.ContainsAny(text, "/\\:$(){}*#@") || text[0] == '-' || text[0] == '.' || strings.HasSuffix(text, ".txt") || strings.HasSuffix(text, ".whl") || strings.HasSuffix(text, ".tgz") {
		return ""
	}
	return text
}

// NamesDisk reports whether an argument names a disk: /dev/sda, disk4, but not /dev/diskN, which the reader must replace.
func NamesDisk(argument string) bool {
	name, isDevice := strings.CutPrefix(argument, "/dev/")
	if !isDevice && !strings.HasPrefix(name, "disk") || name == "" {
		return false
	}
	last := name[len(name)-1]
	return '0' <= last && last <= '9' || isDevice && strings.IndexByte("XYNx>]}", last) < 0
}

// IsCredentialName reports whether a pattern finds files with credentials.
func IsCredentialName(pattern string) bool {
	return !strings.Contains(pattern, "example") && lex.ContainsAny(pattern, "id_rsa", "id_ed25519", ".pem", ".key", ".env", "wallet", "credentials", ".kdbx", ".p12", ".pfx", "keystore", ".netrc")
}

// HasWord reports whether a text contains one of several words that is not a part of another one, as in "websocket" and "curl_exec(".
func HasWord(text string, words ...string) bool {
	for _, word := range words {
		for at := 0; ; {
			n := strings.Index(text[at:], word)
			if n < 0 {
				break
			}
			start, end := at+n, at+n+len(word)
			if (start == 0 || !isWordByte(text[start-1])) && (end == len(text) || !isWordByte(text[end-1]) || !isWordByte(text[end])) {
				return true
			}
			at = end
		}
	}
	return false
}

// IsAbove reports whether a path is a home or system directory.
func IsAbove(p string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(p), `*`), `\`) {
	case `c:`, `c:\users`, `c:\windows`, `$env:userprofile`, `$home`, `${env:userprofile}`, `%userprofile%`:
		return true
	}
	p = path.Clean(strings.ReplaceAll(strings.ReplaceAll(p, "${HOME}", "~"), "$HOME", "~"))
	p = strings.TrimSuffix(p, "/*")
	switch p {
	case "", "/", "~", "/*", "~/*", "/home", "/etc", "/usr", "/var", "/root", "/Users", "/boot", "/bin", "/opt", "/lib", "~/Documents", "~/Desktop", "~/.ssh", "/home/*", "/Users/*":
		return true
	}
	return strings.HasPrefix(p, "/dev/sd") || strings.HasPrefix(p, "/dev/nvme") || strings.HasPrefix(p, "/dev/disk")
}

// IsDocument reports whether a program that opens a file only shows it.
func IsDocument(name string) bool {
	return slices.Contains([]string{".html", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".md", ".txt", ".csv", ".json", ".xml", ".mp4", ".mobileconfig"}, strings.ToLower(path.Ext(name)))
}

// IsRotation reports whether tr applies a Caesar cipher.
func IsRotation(set string) bool {
	return strings.Contains(set, "-za-") || strings.Contains(set, "-ZA-") || strings.Contains(set, "z-a") || strings.HasPrefix(set, "n-za-m")
}

// IsRemote reports whether an argument of a program that copies files is on another computer: an address, "user@host",
// "host:path", and not a path of Windows.
func IsRemote(text string) bool {
	n := strings.IndexByte(text, ':')
	return strings.Contains(text, "://") || strings.Contains(text, "@") || n > 1 || n == 1 && !strings.HasPrefix(text[2:], `\\`) && !strings.HasPrefix(text[2:], "/")
}

// isWordByte reports whether a byte may be part of a name.
func isWordByte(c byte) bool {
	return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// LoadedCode returns the address of code that a statement of Perl, Ruby or PHP downloads and evaluates, or "".
func LoadedCode(text string) string {
	for statement := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		_, code, ok := strings.Cut(statement, "eval")
		if ok && HasWord(statement, "eval") && HasWord(code, "get(", "get ", "URI.open", "open(", "URI.parse", "URI(", "file_get_contents", "curl_exec", "Net::HTTP") {
			if url := trust.AddressIn(code); url != "" {
				return url
			}
		}
	}
	return ""
}
