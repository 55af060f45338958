package effect

import (
	"slices"
	"strings"
)

// A Wrapper is a program that runs another one.
type Wrapper struct {
	Options string // that take an argument
	Before  int    // arguments before the command
	Code    string // the options whose argument is a line of shell
	IsLine  bool   // its arguments are a line of shell
	IsShell bool   // without a command, it runs a shell
}

// Wrappers are the wrappers by the names of the programs.
var Wrappers = func() map[string]Wrapper {
	all := make(map[string]Wrapper, 56)
	for _, w := range []struct {
		names string
		Wrapper
	}{
		{"sudo doas", Wrapper{Options: "-u -g -C -p -h"}},
		{"command builtin nohup setsid time stdbuf unbuffer busybox then do else ! caffeinate ionice arch exec RUN", Wrapper{Options: "-a"}},
		{"env", Wrapper{Options: "-u -C", Code: "-S --split-string"}},
		{"nice", Wrapper{Options: "-n"}},
		{"timeout gtimeout", Wrapper{Options: "-s -k"}},
		{"torsocks proxychains proxychains4", Wrapper{Options: "-n -f"}},
		{"watch", Wrapper{Options: "-n -f", IsLine: true}},
		{"su", Wrapper{Code: "-c --command", IsShell: true}},
		{"runuser", Wrapper{Options: "-u -g -G -s", Code: "-c --command"}},
		{"script", Wrapper{Options: "-I -O -B -T", Before: 1, Code: "-c --command"}},
		{"flock", Wrapper{Options: "-w -E", Before: 1, Code: "-c --command"}},
		{"chroot gosu su-exec taskset chrt", Wrapper{Before: 1}},
		{"systemd-run", Wrapper{Options: "-p -u -M -H --unit --property"}},
		{"strace ltrace", Wrapper{Options: "-e -o -p -s -u -E"}},
		{"unshare nsenter firejail pkexec xvfb-run dbus-run-session", Wrapper{Options: "-t -S -G"}},
		{"trap", Wrapper{IsLine: true}},
		{"screen", Wrapper{Options: "-S -t -T -c -e -h -p -s -dmS -X"}},
		{"at batch", Wrapper{Options: "-q -t", Code: "-f", IsShell: true}},
	} {
		for name := range strings.FieldsSeq(w.names) {
			all[name] = w.Wrapper
		}
	}
	return all
}()

// A RequestOption is the use of the argument of an option of a program for requests.
type RequestOption uint8

const (
	OtherOption RequestOption = iota + 1
	BodyOption
	HeaderOption
	OutputOption
	AddressOption
)

// RequestOptions are the options by their names.
var RequestOptions = func() map[string]RequestOption {
	options := make(map[string]RequestOption, 64)
	options["--url"] = AddressOption
	for use, names := range map[RequestOption]string{
		BodyOption:   "-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -T --upload-file --post-data --post-file --body-data --body-file --url-query",
		HeaderOption: "-H --header -b --cookie -A --user-agent -e --referer",
		OutputOption: "-o --output -O --output-document",
		OtherOption:  "-u --user -x --proxy -X --request -m --max-time --connect-timeout --retry --retry-delay -w --write-out -c --cookie-jar --cacert --cert --key -E --resolve --interface -t --tries -P --directory-prefix --limit-rate -r --range --output-dir -K --config --retry-max-time --method --timeout --password --http-user --http-password",
	} {
		for name := range strings.FieldsSeq(names) {
			options[name] = use
		}
	}
	return options
}()

// guards are services that protect a computer.
const guards = "auditd falcon-sensor mdatp clamav-daemon wazuh-agent osqueryd sentinelone cbagentd sysmon windefend crowdstrike"

// Disarmed returns what a command in lower case switches off, or "".
func Disarmed(command string) string {
	has := func(parts ...string) bool {
		for _, p := range parts {
			if !strings.Contains(command, p) {
				return false
			}
		}
		return true
	}
	switch {
	case has("spctl", "--master-disable"), has("spctl", "--global-disable"):
		return "Gatekeeper"
	case has("csrutil", "disable"):
		return "System Integrity Protection"
	case has("netsh", "advfirewall", "state off"):
		return "the firewall"
	case has("set-mppreference", "disablerealtimemonitoring"), has("set-mppreference", "disablebehaviormonitoring"), has("add-mppreference", "exclusionpath") && strings.HasSuffix(strings.TrimRight(command, `"' `), `c:\`) || has("add-mppreference", "exclusionextension"):
		return "Windows Defender"
	case has("systemctl"), has("service"), has("launchctl"):
		for guard := range strings.FieldsSeq(guards) {
			if has(guard) && (has(" stop") || has(" disable") || has(" mask") || has(" unload") || has(" bootout")) {
				return guard
			}
		}
	}
	return ""
}

// IsCmdlet reports whether a name is a supported command of PowerShell.
func IsCmdlet(name string) bool {
	return slices.Contains(cmdlets, strings.ToLower(name))
}

var cmdlets = []string{"iex", "invoke-expression", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "curl", "wget", "start-bitstransfer", "get-childitem", "gci", "dir", "get-content", "gc", "type", "cat",
	"set-content", "out-file", "add-content", "start-process", "saps", "powershell", "pwsh", "powershell.exe", "remove-item", "ri", "rm", "invoke-command", "icm", "new-object", "register-scheduledtask", "bash", "sh", "cmd", "schtasks", "convertto-json", "out-string",
	"foreach-object", "where-object", "select-object", "set-itemproperty", "new-itemproperty", "resolve-dnsname", "set-mppreference", "add-mppreference", "get-clipboard", "npx", "reg", "certutil", "net", "icacls", "python", "node", "nc"}

// A Program is the use of a program.
type Program uint8

const (
	ProgramNone Program = iota
	ProgramShell
	ProgramEvaluator
	ProgramEcho
	ProgramFilter
	ProgramAWK
	ProgramBlockCopier
	ProgramJSONFilter
	ProgramLineEditor
	ProgramOutputCopier
	ProgramClient
	ProgramDirectoryChanger
	ProgramBuilder
	ProgramArchiver
	ProgramUnpacker
	ProgramConnector
	ProgramRelay
	ProgramResolver
	ProgramTransfer
	ProgramVault
	ProgramContainer
	ProgramGit
	ProgramKeychain
	ProgramEnvironmentPrinter
	ProgramSystemPrinter
	ProgramHistory
	ProgramVerifier
	ProgramFileCopier
	ProgramFinder
	ProgramRemover
	ProgramDiskEraser
	ProgramServiceManager
	ProgramCrontab
	ProgramTaskScheduler
	ProgramModeChanger
	ProgramGranter
	ProgramOther
	ProgramPackageManager
	ProgramFileInstaller
	ProgramVariableReader
	ProgramMiner
)

// programNames are the names of the programs with a known effect.
var programNames = [...]string{
	ProgramShell:              "source .",
	ProgramEvaluator:          "eval",
	ProgramEcho:               "echo printf print",
	ProgramFilter:             "cat head tail tac less more strings grep egrep rg cut sort uniq yq paste fold nl column sqlite3 base64 base32 basenc gbase64 xxd od hexdump uuencode uudecode rev tr gzip gunzip zcat bzip2 bunzip2 xz unxz zstd openssl gpg perl iconv bzcat xzcat pv age ccrypt",
	ProgramAWK:                "awk gawk",
	ProgramBlockCopier:        "dd",
	ProgramJSONFilter:         "jq",
	ProgramLineEditor:         "sed",
	ProgramOutputCopier:       "tee sponge",
	ProgramClient:             "curl wget curlie http https xh aria2c lwp-request lynx fetch GET POST",
	ProgramDirectoryChanger:   "cd pushd",
	ProgramBuilder:            "make gmake",
	ProgramArchiver:           "tar zip 7z cpio rar",
	ProgramUnpacker:           "unzip unrar unar 7za",
	ProgramConnector:          "nc ncat netcat nc.traditional nc.openbsd telnet",
	ProgramRelay:              "socat",
	ProgramResolver:           "dig nslookup host drill ping getent resolvectl kdig doggo",
	ProgramTransfer:           "scp rsync sftp ftp lftp aws gsutil rclone gh mail mailx mutt sendmail ssh s3cmd azcopy az swaks croc wormhole ipfs",
	ProgramVault:              "gcloud op pass secret-tool vault",
	ProgramContainer:          "docker podman kubectl",
	ProgramGit:                "git",
	ProgramKeychain:           "security",
	ProgramEnvironmentPrinter: "env printenv set export",
	ProgramSystemPrinter:      "whoami hostname id uname ifconfig ip ps netstat compgen",
	ProgramHistory:            "history",
	ProgramVerifier:           "sha256sum shasum sha512sum sha1sum md5sum gpgv cosign minisign signify slsa-verifier b2sum sigstore",
	ProgramFileCopier:         "cp mv install ln",
	ProgramFinder:             "find",
	ProgramRemover:            "rm shred",
	ProgramDiskEraser:         "mkfs wipefs diskutil",
	ProgramServiceManager:     "spctl csrutil netsh systemctl launchctl service setenforce",
	ProgramCrontab:            "crontab",
	ProgramTaskScheduler:      "schtasks",
	ProgramModeChanger:        "chmod",
	ProgramGranter:            "setcap usermod icacls net",
	ProgramOther:              "rmdir unlink chown visudo mkfifo mknod",
	ProgramPackageManager:     "npx bunx pnpx uvx pipx npm pnpm yarn bun pip pip3 uv gem cargo go brew apt apt-get",
	ProgramFileInstaller:      "dpkg rpm open xdg-open installer msiexec",
	ProgramVariableReader:     "read mapfile readarray",
	ProgramMiner:              "xmrig minerd cpuminer cgminer ethminer t-rex nbminer lolminer xmr-stak cryptonight minergate",
}

var programs = func() map[string]Program {
	all := make(map[string]Program, 224) // growth allocates more
	for use, names := range programNames {
		for name := range strings.FieldsSeq(names) {
			all[name] = Program(use)
		}
	}
	return all
}()

// ProgramOf returns the use of a program.
func ProgramOf(name string) Program { return programs[name] }
