package script

import "strings"

// distributions are the packages that contain a module, where the names differ: module, then packages. The first is the usual one.
const distributions = `
PIL Pillow
yaml PyYAML ruamel.yaml
cv2 opencv-python opencv-python-headless opencv-contrib-python
bs4 beautifulsoup4
sklearn scikit-learn
skimage scikit-image
docx python-docx
pptx python-pptx
dotenv python-dotenv
fitz PyMuPDF
pymupdf PyMuPDF
dateutil python-dateutil
magic python-magic
jwt PyJWT
jose python-jose
git GitPython
github PyGithub
gitlab python-gitlab
serial pyserial
usb pyusb
OpenSSL pyOpenSSL
Crypto pycryptodome pycrypto
Cryptodome pycryptodomex
nacl PyNaCl
MySQLdb mysqlclient
psycopg2 psycopg2-binary psycopg2
kafka kafka-python
ldap python-ldap
telegram python-telegram-bot
discord discord.py
slack slackclient
zmq pyzmq
wx wxPython
gi PyGObject
Xlib python-xlib
win32com pywin32
win32api pywin32
win32con pywin32
win32gui pywin32
pythoncom pywin32
attr attrs
markdown Markdown
faiss faiss-cpu faiss-gpu
umap umap-learn
Bio biopython
Levenshtein python-Levenshtein Levenshtein
mpl_toolkits matplotlib
pylab matplotlib
pkg_resources setuptools
google google-api-python-client google-auth google-cloud google-genai google-generativeai google-ads google-analytics protobuf
google.ads google-ads
google.auth google-auth
google.genai google-genai
google.generativeai google-generativeai
google.oauth2 google-auth
google.protobuf protobuf
googleapiclient google-api-python-client
grpc grpcio
azure azure-identity azure
flask_cors Flask-Cors
rest_framework djangorestframework
whois python-whois
nmap python-nmap
dns dnspython
socks PySocks
yara yara-python
elftools pyelftools
vt vt-py
taxii2client taxii2-client
evtx evtx python-evtx
Evtx python-evtx
Registry python-registry
paho paho-mqtt
bluetooth PyBluez
speech_recognition SpeechRecognition
ffmpeg ffmpeg-python
pdfminer pdfminer.six
weasyprint WeasyPrint
xlsxwriter XlsxWriter
odf odfpy
openbabel openbabel-wheel
pinecone pinecone-client pinecone
weaviate weaviate-client
snowflake snowflake-connector-python snowflake-snowpark-python
pymysql PyMySQL
mysql mysql-connector-python
memcache python-memcached
hcl2 python-hcl2
jenkins python-jenkins
consul python-consul
ruamel ruamel.yaml
`

// providers are well-known packages that install others: the module, then packages that depend on it.
const providers = `
urllib3 requests boto3 botocore kubernetes
certifi requests httpx kubernetes
idna requests httpx
charset_normalizer requests
botocore boto3 aioboto3 awscli
numpy pandas scipy scikit-learn matplotlib seaborn torch tensorflow opencv-python xarray numba statsmodels transformers faiss-cpu shapely anndata scanpy jax qiskit pymc geopandas sentence-transformers torch-geometric
pandas seaborn statsmodels pymc arviz pingouin scanpy anndata geopandas datasets yfinance
scipy scikit-learn statsmodels seaborn pymc scanpy
torch sentence-transformers torch-geometric pytorch-lightning torchvision torchaudio accelerate peft trl vllm
matplotlib seaborn scanpy
dateutil pandas matplotlib botocore boto3
pytz pandas
lxml python-docx python-pptx pyquery
PIL matplotlib python-pptx reportlab torchvision pdfplumber moviepy
httpx openai anthropic
pydantic openai anthropic fastapi langchain
starlette fastapi
joblib scikit-learn
tqdm transformers datasets openai huggingface-hub
huggingface_hub transformers datasets
yaml transformers datasets pymdown-extensions mkdocs ansible kubernetes
jinja2 flask torch ansible mkdocs
google google-api-python-client google-cloud-storage google-cloud-bigquery
cryptography paramiko pyopenssl
attr aiohttp jsonschema
anyio httpx mcp
`

// hosts are modules that a program provides to the scripts that it runs.
const hosts = ` bpy bmesh mathutils gdb lldb idaapi idc idautils ida_hexrays ghidra java maya hou nuke unreal pcbnew FreeCAD Part sublime vim weechat
rhinoscriptsyntax Rhino scriptcontext bge unohelper uno pip setuptools pkg_resources wheel six burp javax org xbmc arcpy ansible pyspark dbutils
airflow jnius android AppKit Foundation Quartz objc js pyodide micropip machine network utime ujson cfnresponse `

// PackagesOf returns the names of the packages that may contain a module of Python, in lower case and with "-" in place of "_".
// It returns none if a program provides the module.
func PackagesOf(module string) []string {
	if hasWord(hosts, module) {
		return nil
	}
	return append([]string{NormalPackage(module)}, rowOf(distributions, module)...)
}

// ProvidersOf returns the names of packages that install a module of Python because they depend on it.
func ProvidersOf(module string) []string { return rowOf(providers, module) }

// rowOf returns the packages in the row of a module.
func rowOf(table, module string) []string {
	n := strings.Index(table, "\n"+module+" ")
	if n < 0 {
		return nil
	}
	line, _, _ := strings.Cut(table[n+1:], "\n")
	var names []string
	for _, name := range strings.Fields(line)[1:] {
		names = append(names, NormalPackage(name))
	}
	return names
}

// Distribution returns the usual name of the package that contains a module of Python, given with its parents: "google.oauth2".
func Distribution(module string) string {
	parts := strings.SplitN(module, ".", 4)
	if len(parts) > 2 && parts[0] == "google" && parts[1] == "cloud" {
		return "google-cloud-" + strings.ReplaceAll(parts[2], "_", "-")
	}
	for n := min(2, len(parts)); n > 0; n-- {
		if at := strings.Index(distributions, "\n"+strings.Join(parts[:n], ".")+" "); at >= 0 {
			line, _, _ := strings.Cut(distributions[at+1:], "\n")
			return strings.Fields(line)[1]
		}
	}
	return strings.ReplaceAll(parts[0], "_", "-")
}

// NormalPackage returns a name in which case, "_" and "." do not matter.
func NormalPackage(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(name))
}
