package effect

// pythonEffect returns the effect of a function of Python. The name of a method begins with a dot.
func pythonEffect(name string) Effect {
	switch name {
	case "requests.get", "requests.post", "requests.put", "requests.patch", "requests.request", "requests.head", "requests.delete", "urllib.request.urlopen",
		"urlopen", "urllib.request.urlretrieve", "urlretrieve", "urllib.request.Request", "request.urlopen", "request.Request", "Request", "urllib2.urlopen",
		"httpx.get", "httpx.post", "httpx.put", "httpx.request", "httpx.stream", "wget.download", "aiohttp.request":
		return Requests
	case "base64.b64decode", "b64decode", "base64.b32decode", "base64.b85decode", "base64.a85decode", "base64.b16decode", "base64.urlsafe_b64decode",
		"urlsafe_b64decode", "base64.standard_b64decode", "base64.decodebytes", "binascii.unhexlify", "binascii.a2b_base64", "binascii.a2b_hex", "unhexlify",
		"a2b_base64", "bytes.fromhex", "bytearray.fromhex", "codecs.decode", "zlib.decompress", "gzip.decompress", "bz2.decompress", "lzma.decompress",
		"marshal.loads", ".fromhex", ".decrypt", ".b64decode", ".decompress", "chr":
		return Decodes
	case "base64.b64encode", "b64encode", "base64.urlsafe_b64encode", "base64.b32encode", "base64.b85encode", "base64.encodebytes", "binascii.hexlify",
		"binascii.b2a_base64", "zlib.compress", "gzip.compress", ".hex", ".b64encode":
		return Encodes
	case "exec", "eval", "compile", "execfile", "__import__", "runpy.run_path", "types.FunctionType", "pickle.loads", "importlib.import_module", "ctypes.CDLL":
		return Evaluates
	case "os.system", "os.popen", "system", "popen", "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output",
		"subprocess.Popen", "subprocess.getoutput", "subprocess.getstatusoutput", "run", "check_output", "Popen", "check_call", "pty.spawn",
		"asyncio.create_subprocess_shell", "asyncio.create_subprocess_exec", "commands.getoutput", "os.execv", "os.execvp", "os.execl", "os.execlp",
		"os.spawnl", ".system", ".popen", ".check_output", ".Popen":
		return Executes
	case "open", "io.open", "codecs.open", ".read_text", ".read_bytes", ".read", "shutil.copy", "shutil.copyfile", "sqlite3.connect", ".open", ".extractall", "dotenv_values", ".dotenv_values":
		return Reads
	case ".write", ".write_text", ".write_bytes", ".writelines":
		return WritesTo
	case "shutil.rmtree", "rmtree":
		return Removes
	case "os.chmod":
		return Loosens
	case "socket.socket", "socket.create_connection":
		return Connects
	case ".recv", ".makefile", ".recvfrom":
		return Receives
	case ".sendall", ".sendto", ".sendmail", ".send_message", ".storbinary", "smtplib.SMTP.sendmail", ".send", "socket.gethostbyname", "gethostbyname",
		"dns.resolver.resolve", "dns.resolver.query", "socket.getaddrinfo":
		return Transmits
	case "os.dup2":
		return ConnectsShell
	case "platform.node", "platform.platform", "socket.gethostname", "getpass.getuser", "os.getlogin", "platform.uname", "os.uname":
		return Identifies
	}
	return None
}

// jsEffect returns the effect of a function of JavaScript. The name of a method begins with a dot.
func jsEffect(name string) Effect {
	switch name {
	case "fetch", "axios", "axios.get", "axios.post", "axios.put", "axios.request", "axios.patch", "got", "got.get", "got.post", "needle", "superagent.get",
		"superagent.post", "http.get", "http.request", "https.get", "https.request", "request", "request.get", "request.post", "navigator.sendBeacon",
		"$.ajax", "$.get", "$.post", "$.getJSON", "node_fetch", "nodeFetch", "undici.fetch", "undici.request", "ky", "ky.get", "ky.post":
		return Requests
	case "atob", "Buffer.from", "zlib.inflateSync", "zlib.gunzipSync", "zlib.brotliDecompressSync", "zlib.unzipSync", "String.fromCharCode",
		"String.fromCodePoint", "unescape", "zlib.inflateRawSync", ".atob", ".fromCharCode":
		return Decodes
	case "btoa", "zlib.gzipSync", "zlib.deflateSync", ".btoa":
		return Encodes
	case "eval", "Function", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext", "vm.Script", ".runInThisContext", ".runInNewContext", "._compile",
		"importScripts", ".eval", "import":
		return Evaluates
	case "exec", "execSync", "spawn", "spawnSync", "execFile", "execFileSync", "child_process.exec", "child_process.execSync", "child_process.spawn",
		"child_process.spawnSync", "child_process.execFile", "cp.exec", "cp.execSync", "cp.spawn", "cp.spawnSync", "childProcess.exec",
		"childProcess.execSync", "childProcess.spawn", "execa", "execaCommand", ".execSync", ".spawnSync", "Bun.spawn", "Bun.spawnSync", "shell.exec",
		"execAsync", "execPromise":
		return Executes
	case "readFileSync", "readFile", "fs.readFileSync", "fs.readFile", "fs.promises.readFile", "fs.createReadStream", "createReadStream", ".readFileSync",
		".readFile", "Bun.file", "Deno.readTextFile", "Deno.readTextFileSync":
		return Reads
	case "writeFileSync", "writeFile", "appendFileSync", "fs.writeFileSync", "fs.writeFile", "fs.appendFileSync", "fs.appendFile", "fs.promises.writeFile",
		"fs.promises.appendFile", ".writeFileSync", ".appendFileSync", "Deno.writeTextFile", "Bun.write":
		return WritesAll
	case ".write", ".end":
		return WritesTo
	case "fs.chmodSync", "chmodSync", "fs.chmod":
		return Loosens
	case "fs.rmSync", "fs.rmdirSync", "rmSync", "rimraf", "fs.rm", "fs.promises.rm", "rimraf.sync", "fs.removeSync", "fse.removeSync":
		return Removes
	case "net.connect", "net.createConnection", "net.Socket", "tls.connect", "WebSocket", "net.createServer", ".connect", ".createConnection":
		return Connects
	case ".send", ".sendMail", "dns.lookup", "dns.resolve", "dns.resolve4", "dns.promises.resolve", "dns.promises.lookup":
		return Transmits
	case ".pipe":
		return ConnectsShell
	case "os.hostname", "os.userInfo", "os.platform", "os.networkInterfaces":
		return Identifies
	}
	return None
}

// psEffect returns the effect of a function of PowerShell. The name of a method begins with a dot.
func psEffect(name string) Effect {
	switch name {
	case ".DownloadString", ".DownloadData", ".DownloadFile", ".UploadString", ".UploadData", ".UploadFile", ".GetStringAsync", ".PostAsync", ".OpenRead":
		return Requests
	case ".FromBase64String", "FromBase64String", "System.Convert::FromBase64String", "Convert::FromBase64String", ".FromHexString":
		return Decodes
	case ".ToBase64String", "ToBase64String":
		return Encodes
	case ".Create", ".Invoke", "Create", ".Load", ".InvokeScript", ".NewScriptBlock", ".AddScript", "Invoke-Expression", "iex":
		return Evaluates
	case ".Start":
		return Executes
	case ".ReadAllText", ".ReadAllBytes", ".ReadAllLines":
		return Reads
	case ".WriteAllText", ".WriteAllBytes", ".AppendAllText":
		return WritesAll
	case "Net.Sockets.TCPClient", "System.Net.Sockets.TCPClient":
		return Connects
	case ".GetStream", ".Read", ".ReadLine":
		return Receives
	}
	return None
}
