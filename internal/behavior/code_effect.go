package behavior

import (
	"slices"
	"strings"
)

// An effect is what a function of a library does.
type effect uint8

const (
	nothing   effect = iota
	requests         // asks a host
	decodes          // returns a decoded text
	encodes          // returns an encoded text
	evaluates        // runs its argument as code
	executes         // runs its argument as a command
	reads            // a file
	writesTo         // the file that it is a method of
	writesAll        // a file: path, content
	removes          // a directory
	connects         // returns a connection
	receives         // returns what a connection receives
	transmits        // sends over a connection, or as a mail
	joins            // a connection with the input of a program
	tells            // what the computer is
	opens            // changes permissions
)

// functions are the effects of functions by language and name. A name that begins with a dot is that of a method.
var functions = map[string]string{
	pythonCode: `requests: requests.get requests.post requests.put requests.patch requests.request requests.head requests.delete urllib.request.urlopen urlopen urllib.request.urlretrieve urlretrieve urllib.request.Request request.urlopen request.Request Request urllib2.urlopen httpx.get httpx.post httpx.put httpx.request httpx.stream wget.download aiohttp.request
decodes: base64.b64decode b64decode base64.b32decode base64.b85decode base64.a85decode base64.b16decode base64.urlsafe_b64decode urlsafe_b64decode base64.standard_b64decode base64.decodebytes binascii.unhexlify binascii.a2b_base64 binascii.a2b_hex unhexlify a2b_base64 bytes.fromhex bytearray.fromhex codecs.decode zlib.decompress gzip.decompress bz2.decompress lzma.decompress marshal.loads .fromhex .decrypt .b64decode .decompress chr
encodes: base64.b64encode b64encode base64.urlsafe_b64encode base64.b32encode base64.b85encode base64.encodebytes binascii.hexlify binascii.b2a_base64 zlib.compress gzip.compress .hex .b64encode
evaluates: exec eval compile execfile __import__ runpy.run_path types.FunctionType pickle.loads importlib.import_module ctypes.CDLL
executes: os.system os.popen system popen subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen subprocess.getoutput subprocess.getstatusoutput run check_output Popen check_call pty.spawn asyncio.create_subprocess_shell asyncio.create_subprocess_exec commands.getoutput os.execv os.execvp os.execl os.execlp os.spawnl .system .popen .check_output .Popen
reads: open io.open codecs.open .read_text .read_bytes .read shutil.copy shutil.copyfile sqlite3.connect .open .extractall
writesTo: .write .write_text .write_bytes .writelines
removes: shutil.rmtree rmtree
opens: os.chmod
connects: socket.socket socket.create_connection
receives: .recv .makefile .recvfrom
transmits: .sendall .sendto .sendmail .send_message .storbinary smtplib.SMTP.sendmail .send socket.gethostbyname gethostbyname dns.resolver.resolve dns.resolver.query socket.getaddrinfo
joins: os.dup2
tells: platform.node platform.platform socket.gethostname getpass.getuser os.getlogin platform.uname os.uname`,
	jsCode: `requests: fetch axios axios.get axios.post axios.put axios.request axios.patch got got.get got.post needle superagent.get superagent.post http.get http.request https.get https.request request request.get request.post navigator.sendBeacon $.ajax $.get $.post $.getJSON node_fetch nodeFetch undici.fetch undici.request ky ky.get ky.post
decodes: atob Buffer.from zlib.inflateSync zlib.gunzipSync zlib.brotliDecompressSync zlib.unzipSync String.fromCharCode String.fromCodePoint unescape zlib.inflateRawSync .atob .fromCharCode
encodes: btoa zlib.gzipSync zlib.deflateSync .btoa
evaluates: eval Function vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script .runInThisContext .runInNewContext ._compile importScripts .eval import
executes: exec execSync spawn spawnSync execFile execFileSync child_process.exec child_process.execSync child_process.spawn child_process.spawnSync child_process.execFile cp.exec cp.execSync cp.spawn cp.spawnSync childProcess.exec childProcess.execSync childProcess.spawn execa execaCommand .execSync .spawnSync Bun.spawn Bun.spawnSync shell.exec execAsync execPromise
reads: readFileSync readFile fs.readFileSync fs.readFile fs.promises.readFile fs.createReadStream createReadStream .readFileSync .readFile Bun.file Deno.readTextFile Deno.readTextFileSync
writesAll: writeFileSync writeFile appendFileSync fs.writeFileSync fs.writeFile fs.appendFileSync fs.appendFile fs.promises.writeFile fs.promises.appendFile .writeFileSync .appendFileSync Deno.writeTextFile Bun.write
writesTo: .write .end
opens: fs.chmodSync chmodSync fs.chmod
removes: fs.rmSync fs.rmdirSync rmSync rimraf fs.rm fs.promises.rm rimraf.sync fs.removeSync fse.removeSync
connects: net.connect net.createConnection net.Socket tls.connect WebSocket net.createServer .connect .createConnection
receives:
transmits: .send .sendMail dns.lookup dns.resolve dns.resolve4 dns.promises.resolve dns.promises.lookup
joins: .pipe
tells: os.hostname os.userInfo os.platform os.networkInterfaces`,
	psCode: `requests: .DownloadString .DownloadData .DownloadFile .UploadString .UploadData .UploadFile .GetStringAsync .PostAsync .OpenRead
decodes: .FromBase64String FromBase64String System.Convert::FromBase64String Convert::FromBase64String .FromHexString
encodes: .ToBase64String ToBase64String
evaluates: .Create .Invoke Create .Load .InvokeScript .NewScriptBlock .AddScript Invoke-Expression iex
executes: .Start
reads: .ReadAllText .ReadAllBytes .ReadAllLines
writesAll: .WriteAllText .WriteAllBytes .AppendAllText
connects: Net.Sockets.TCPClient System.Net.Sockets.TCPClient
receives: .GetStream .Read .ReadLine
transmits:
tells:`,
}

var effects = []string{"", "requests", "decodes", "encodes", "evaluates", "executes", "reads", "writesTo", "writesAll", "removes", "connects", "receives", "transmits", "joins", "tells", "opens"}

// effectsIn returns the effects of the functions of a language by name.
func effectsIn(language string) map[string]effect {
	table := map[string]effect{}
	for line := range strings.SplitSeq(functions[language], "\n") {
		kind, names, _ := strings.Cut(line, ":")
		for n := range strings.FieldsSeq(names) {
			table[n] = effect(slices.Index(effects, kind))
		}
	}
	return table
}

// effectOf returns what a function does: by its whole name, by that of the method, and by its arguments.
func (c *codeReader) effectOf(root, method string, receiver Value, from, to int) effect {
	name := method
	if root != "" {
		name = root + "." + method
	}
	e := c.effects[name]
	if e == nothing && (root != "" || c.is(from-3, ".") || c.language == psCode) {
		e = c.effects["."+method]
	}
	switch e {
	case nothing:
		return c.guess(method, receiver, from, to)
	case decodes:
		return c.refineDecoding(method, from, to)
	case transmits:
		if (method == "send" || method == "sendall") && !receiver.Has(connected) {
			return c.guess(method, receiver, from, to)
		}
	case receives:
		if !receiver.Has(connected | Socket) {
			return nothing
		}
	case writesTo:
		if receiver.Has(connected) {
			return transmits
		}
		if method == "write" && receiver.Has(Fetched) || method == "end" {
			return c.guess(method, receiver, from, to)
		}
	case connects:
		if method == "connect" && root != "net" && root != "tls" && !receiver.Has(connected) {
			return nothing
		}
	case reads:
		if method == "read" && receiver.is == 0 || method == "open" && root != "" && root != "io" && root != "codecs" && receiver.path == "" {
			return nothing
		}
	case evaluates:
		if c.language == psCode && method == "Invoke" && !receiver.Has(Decoded|Fetched) || method == "import_module" {
			return nothing
		}
	}
	return e
}

// refineDecoding returns the effect of functions that decode with some arguments only.
func (c *codeReader) refineDecoding(method string, from, to int) effect {
	last := c.tokens[max(from, to-1)]
	if method == "from" && !c.is(from, "[") && !(last.kind == text && slices.Contains([]string{"base64", "hex", "base64url"}, last.text)) { // Buffer.from
		return nothing
	}
	return decodes
}

// guess returns the effect of a method with the name of a request and an address as its first argument.
func (c *codeReader) guess(method string, receiver Value, from, to int) effect {
	switch method {
	case "toString":
		if from < to && c.tokens[from].kind == text && (c.tokens[from].text == "base64" || c.tokens[from].text == "hex") {
			return encodes
		}
	case "decode":
		if from < to && c.tokens[from].kind == text && slices.Contains([]string{"base64", "hex", "rot13", "rot_13", "zip", "zlib"}, c.tokens[from].text) {
			return decodes
		}
	case "get", "post", "put", "request", "urlopen", "fetch", "open", "patch":
		if from < to {
			v := c.eval(from, c.argumentEnd(from, to))
			if strings.Contains(v.text, "://") {
				return requests
			}
		}
	case "write", "end", "send":
		if receiver.Has(Fetched) && c.language == jsCode { // the request that http.request returns
			return requests
		}
	}
	return nothing
}
