package security

// The most downloaded packages of PyPI and npm with at least five characters, and other packages with similar names
// that are popular or maintained.
// Source: lists of both registries with monthly downloads, read on 2026-11-22.
const (
	pypiNames = `aiobotocore aiofiles aiohappyeyeballs aiohttp aioitertools aiosignal alembic annotated-doc annotated-types anthropic anyio argcomplete arrow asgiref
asn1crypto asttokens async-timeout asyncpg attrs authlib awscli awswrangler azure-core azure-identity azure-storage-blob babel backoff
backports-tarfile bcrypt beartype beautifulsoup4 black bleach blinker boto3 botocore brotli build cachecontrol cachetools cattrs certifi cfn-lint
chardet charset-normalizer click cloudpickle colorama contourpy coverage crashtest croniter cryptography cycler cyclopts cython databricks-sdk
databricks-sql-connector dataclasses-json datadog datasets dbt-adapters dbt-common dbt-core debugpy decorator deepdiff defusedxml deprecated
deprecation distlib distro django dnspython docker docstring-parser docutils dulwich durationpy editables email-validator et-xmlfile exceptiongroup
execnet executing faker fastapi fastjsonschema fastmcp filelock flask flatbuffers fonttools frozenlist fsspec gcsfs gitdb gitpython google-ads
google-analytics-admin google-api-core google-api-python-client google-auth google-auth-httplib2 google-auth-oauthlib google-cloud-aiplatform
google-cloud-batch google-cloud-bigquery google-cloud-bigtable google-cloud-compute google-cloud-core google-cloud-dataform google-cloud-dlp
google-cloud-kms google-cloud-language google-cloud-logging google-cloud-memcache google-cloud-monitoring google-cloud-os-login google-cloud-pubsub
google-cloud-redis google-cloud-run google-cloud-secret-manager google-cloud-speech google-cloud-storage google-cloud-tasks google-cloud-texttospeech
google-cloud-videointelligence google-cloud-vision google-cloud-workflows google-crc32c google-genai google-resumable-media googleapis-common-protos
graphql-core greenlet griffelib grpc-google-iam-v1 grpcio grpcio-health-checking grpcio-status grpcio-tools gunicorn hatchling hf-xet hpack httpcore
httplib2 httptools httpx httpx-sse huggingface-hub hyperframe identify importlib-metadata importlib-resources iniconfig installer invoke ipykernel
ipython isodate isort itsdangerous jaraco-classes jaraco-context jaraco-functools jeepney jinja2 jiter jmespath joblib joserfc jsonpatch jsonpath-ng
jsonpointer jsonref jsonschema jsonschema-path jsonschema-specifications jupyter-client jupyter-core keyring kiwisolver kubernetes langchain
langchain-core langchain-openai langsmith librt linkify-it-py litellm llama-cloud-services llama-parse loguru markdown markdown-it-py markupsafe
marshmallow matplotlib matplotlib-inline mccabe mdit-py-plugins mdurl mistune more-itertools mpmath msal-extensions msgpack msrest multidict
multiprocess mypy-extensions narwhals nbformat nest-asyncio networkx nodeenv numpy oauthlib onnxruntime openai openpyxl opentelemetry-api
opentelemetry-exporter-otlp opentelemetry-exporter-otlp-proto-common opentelemetry-exporter-otlp-proto-grpc opentelemetry-exporter-otlp-proto-http
opentelemetry-exporter-prometheus opentelemetry-instrumentation opentelemetry-instrumentation-fastapi opentelemetry-instrumentation-requests
opentelemetry-instrumentation-threading opentelemetry-proto opentelemetry-sdk opentelemetry-semantic-conventions opentelemetry-util-http orjson
packaging pandas pandas-stubs paramiko parso pathable pathspec pdfplumber pendulum pexpect pillow pkginfo platformdirs playwright pluggy poetry
poetry-core poetry-plugin-export pre-commit prometheus-client prompt-toolkit propcache proto-plus protobuf psutil psycopg psycopg-binary
psycopg2-binary ptyprocess pure-eval pyarrow pyasn1 pyasn1-modules pycodestyle pycparser pycryptodome pydantic pydantic-ai-slim pydantic-core
pydantic-graph pydantic-settings pygithub pygments pyjwt pymongo pymupdf pymysql pynacl pyopenssl pyparsing pypdf pyperclip pyproject-hooks pytest
pytest-asyncio pytest-cov pytest-json-ctrf pytest-mock pytest-xdist python-dateutil python-discovery python-dotenv python-json-logger
python-multipart python-slugify pytokens pyyaml pyzmq rapidfuzz redis referencing regex requests requests-file requests-oauthlib requests-toolbelt
rfc3339-validator rich-rst rich-toolkit rpds-py ruamel-yaml ruamel-yaml-clib s3transfer safetensors scikit-learn scipy secretstorage selenium semver
sentry-sdk setuptools setuptools-scm sglang shapely shellingham slack-sdk smart-open smmap sniffio snowflake-connector-python
snowflake-snowpark-python snowflake-sqlalchemy sortedcontainers soupsieve sphinx sqlalchemy sqlalchemy-bigquery sqlparse sse-starlette stack-data
starlette structlog sympy tabulate tenacity tensorflow termcolor text-unidecode textual threadpoolctl tiktoken tinycss2 tokenizers tomli tomli-w
tomlkit torch tornado traitlets transformers tree-sitter trove-classifiers typedload typeguard typer types-protobuf types-pyyaml types-requests
typing-extensions typing-inspect typing-inspection tzdata tzlocal uc-micro-py ujson uritemplate urllib3 uvicorn uvloop vcs-versioning virtualenv
watchdog watchfiles wcwidth weaviate-client webencodings websocket-client websockets werkzeug wheel wrapt wsproto xlsxwriter xmltodict xxhash
zstandard`
	pypiOthers = `acachecontrol ai-signal aiofile athlib attr batchling beautifulsoup biofiles blech boto bpython cchardet cprotobuf cpyparsing
crick cronitor ctransformers cwcwidth datafog dataset datazets dbt-score deepdiff6 det-core djongo dlt-core domutils drt-core dst-core dvt-adapters
dvt-core dydantic fastai gbt-core git-python gitdb2 google-adk google-cloud-dms google-oauth googleads gqlalchemy greenlit grequests gsutil hjson
http-tools httpcord httpcore2 httpr hyper identity ijson ipytest isolate jiwer jsonpath jsonpath-nz ktransformers langchain-code markdawn markdown2
mathspec matplotlab maxplotlib mocker myjwt nest-asyncio2 networka openapi panda paperclip paros parse parsl parsy pedantic pkginfo2 planwright
protobus psycopg2 psycopgbinary pyaml pyasn pycryptodomex pygents pymantic pymssql pymupdfb pypd pypdf2 pypdf3 pypdf4 pypff pytest-csv pyyml
retworkx ruamel-yaml-clibz runicorn scapy scipp scrypt semver4 simpy slack smmap2 spython sspec tokenizer tombi toml torchx typedguard unicorn
uri-template usort vbuild vyper websocket willow wsgiref xoto3`
	npmNames = `abbrev abort-controller accepts acorn acorn-jsx acorn-walk agent-base aggregate-error ajv-formats ajv-keywords ansi-align ansi-colors ansi-escapes
ansi-regex ansi-styles any-promise anymatch argparse aria-query array-buffer-byte-length array-flatten array-includes array-union
array.prototype.findlastindex array.prototype.flat array.prototype.flatmap array.prototype.tosorted arraybuffer.prototype.slice arrify
assertion-error ast-types async async-function asynckit autoprefixer available-typed-arrays axe-core axios axobject-query babel-jest
babel-plugin-istanbul babel-plugin-jest-hoist babel-plugin-polyfill-corejs2 babel-plugin-polyfill-corejs3 babel-plugin-polyfill-regenerator
babel-preset-current-node-syntax babel-preset-jest balanced-match base64-js baseline-browser-mapping bignumber.js binary-extensions bluebird bn.js
body-parser boolbase boxen brace-expansion braces browserslist buffer buffer-crc32 buffer-equal-constant-time buffer-from bytes cacache call-bind
call-bind-apply-helpers call-bound callsites camelcase caniuse-lite chalk char-regex chardet check-error chokidar chownr chrome-trace-event ci-info
cjs-module-lexer clean-stack cli-boxes cli-cursor cli-spinners cli-truncate cli-width cliui clone collect-v8-coverage color color-convert color-name
color-string colorette combined-stream commander compressible compression concat-map concat-stream content-disposition content-type
convert-source-map cookie cookie-signature core-js core-js-compat core-util-is cosmiconfig create-require cross-env cross-spawn css-select css-tree
css-what cssesc cssom cssstyle csstype d3-array data-uri-to-buffer data-urls data-view-buffer data-view-byte-length data-view-byte-offset date-fns
dayjs debug decamelize decimal.js decompress-response dedent deep-eql deep-extend deep-is deepmerge defaults define-data-property define-lazy-prop
define-properties define-property delayed-stream dequal destroy detect-libc detect-newline diff-sequences dir-glob doctrine dom-accessibility-api
dom-serializer domelementtype domhandler domutils dot-prop dotenv dunder-proto eastasianwidth ecdsa-sig-formatter ee-first electron
electron-to-chromium emittery emoji-regex encodeurl end-of-stream enhanced-resolve entities env-paths error-ex es-abstract es-define-property
es-errors es-iterator-helpers es-module-lexer es-object-atoms es-set-tostringtag es-shim-unscopables es-to-primitive esbuild escalade escape-html
escape-string-regexp escodegen eslint eslint-config-prettier eslint-import-resolver-node eslint-import-resolver-typescript eslint-module-utils
eslint-plugin-import eslint-plugin-react eslint-plugin-react-hooks eslint-scope eslint-visitor-keys espree esprima esquery esrecurse estraverse
estree-walker esutils event-target-shim eventemitter3 events execa expect express extend extend-shallow fast-deep-equal fast-glob
fast-json-stable-stringify fast-levenshtein fast-uri fast-xml-parser fastify fastq fb-watchman figures file-entry-cache file-type fill-range
finalhandler find-cache-dir find-up flat-cache flatted follow-redirects for-each foreground-child form-data forwarded fraction.js fresh fs-extra
fs-minipass fs.realpath function-bind function.prototype.name functions-have-names gaxios gcp-metadata generator-function gensync get-caller-file
get-intrinsic get-package-type get-proto get-stream get-symbol-description get-tsconfig glob-parent glob-to-regexp globals globalthis globby
google-auth-library graceful-fs graphemer gtoken handlebars has-bigints has-flag has-property-descriptors has-proto has-symbols has-tostringtag
hasown hosted-git-info html-encoding-sniffer html-escaper htmlparser2 http-cache-semantics http-errors http-proxy-agent https-proxy-agent
human-signals iconv-lite ieee754 ignore immutable import-fresh import-in-the-middle import-local imurmurhash indent-string inflight inherits inquirer
internal-slot ip-address ipaddr.js is-arguments is-array-buffer is-arrayish is-async-function is-bigint is-binary-path is-boolean-object is-buffer
is-callable is-core-module is-data-view is-date-object is-descriptor is-docker is-extendable is-extglob is-finalizationregistry
is-fullwidth-code-point is-generator-fn is-generator-function is-glob is-interactive is-map is-negative-zero is-number is-number-object is-obj
is-path-inside is-plain-obj is-plain-object is-potential-custom-element-name is-promise is-regex is-set is-shared-array-buffer is-stream is-string
is-symbol is-typed-array is-typedarray is-unicode-supported is-weakmap is-weakref is-weakset is-wsl isarray isexe isobject istanbul-lib-coverage
istanbul-lib-instrument istanbul-lib-report istanbul-lib-source-maps istanbul-reports iterator.prototype jackspeak jest-changed-files jest-circus
jest-cli jest-config jest-diff jest-docblock jest-each jest-environment-node jest-get-type jest-haste-map jest-leak-detector jest-matcher-utils
jest-message-util jest-mock jest-pnp-resolver jest-regex-util jest-resolve jest-resolve-dependencies jest-runner jest-runtime jest-snapshot jest-util
jest-validate jest-watcher jest-worker js-tokens js-yaml jsdom jsesc json-buffer json-parse-even-better-errors json-schema-traverse
json-stable-stringify-without-jsonify json-stringify-safe json5 jsonc-parser jsonfile jsonwebtoken jsx-ast-utils kind-of kleur leven lightningcss
lightningcss-linux-x64-musl lilconfig lines-and-columns listr2 loader-runner loader-utils locate-path lodash lodash.camelcase lodash.debounce
lodash.isboolean lodash.isplainobject lodash.isstring lodash.memoize lodash.merge lodash.once log-symbols log-update loose-envify loupe lower-case
lowercase-keys lru-cache magic-string make-dir make-error makeerror math-intrinsics mdn-data media-typer merge-descriptors merge-stream merge2
methods micromatch mime-db mime-types mimic-fn mimic-response min-indent minimatch minimist minipass minizlib mkdirp moment mongoose mute-stream
nanoid natural-compare negotiator neo-async no-case node-addon-api node-fetch node-forge node-int64 node-releases nodemon normalize-package-data
normalize-path normalize-url npm-run-path nth-check nwsapi object-assign object-hash object-inspect object-keys object.assign object.entries
object.fromentries object.groupby object.values on-finished on-headers onetime optionator own-keys p-limit p-locate p-map p-try
package-json-from-dist parent-module parse-json parse5 parseurl path-exists path-is-absolute path-key path-parse path-scurry path-to-regexp path-type
pathe pathval picocolors picomatch pirates pkg-dir playwright playwright-core possible-typed-array-names postcss postcss-load-config
postcss-selector-parser postcss-value-parser prelude-ls prettier pretty-format prisma proc-log process process-nextick-args progress prompts
prop-types protobufjs proxy-addr proxy-from-env punycode puppeteer pure-rand querystringify queue-microtask quick-lru randombytes range-parser
raw-body react react-dom react-is react-refresh read-pkg read-pkg-up readable-stream readdirp redent redux reflect.getprototypeof regenerate
regenerate-unicode-properties regenerator-runtime regexp.prototype.flags regexpu-core registry-auth-token registry-url regjsparser require-directory
require-from-string requires-port resolve resolve-cwd resolve-from resolve-pkg-maps resolve.exports restore-cursor retry reusify rimraf rollup
run-async run-parallel safe-array-concat safe-buffer safe-push-apply safe-regex-test safe-stable-stringify safer-buffer saxes scheduler schema-utils
semver serialize-javascript serve-static set-blocking set-function-length set-function-name set-proto setimmediate setprototypeof sharp
shebang-command shebang-regex shell-quote side-channel side-channel-list side-channel-map side-channel-weakmap signal-exit sisteransi slash
slice-ansi smart-buffer socket.io socks socks-proxy-agent source-map source-map-js source-map-support spdx-correct spdx-exceptions
spdx-expression-parse spdx-license-ids split2 sprintf-js stack-utils statuses std-env stop-iteration-iterator string-length string-width
string.prototype.matchall string.prototype.trim string.prototype.trimend string.prototype.trimstart strip-ansi strip-bom strip-final-newline
strip-indent strip-json-comments strnum supports-color supports-preserve-symlinks-flag svelte symbol-tree tailwindcss tapable tar-fs tar-stream
telecom-mas-agent terser terser-webpack-plugin test-exclude text-table thenify thenify-all through through2 tiny-invariant tinyexec tinyglobby
tinyrainbow tldts-core to-regex-range toidentifier tough-cookie ts-api-utils ts-node tsconfig-paths tslib tunnel-agent type-check type-detect
type-fest type-is typed-array-buffer typed-array-byte-length typed-array-byte-offset typed-array-length typescript typescript-eslint uglify-js
unbox-primitive undici undici-types unicode-canonical-property-names-ecmascript unicode-match-property-ecmascript
unicode-match-property-value-ecmascript unicode-property-aliases-ecmascript unique-filename unique-slug unist-util-is unist-util-visit
unist-util-visit-parents universalify unpipe update-browserslist-db uri-js url-parse use-sync-external-store util-deprecate utils-merge
v8-compile-cache-lib v8-to-istanbul validate-npm-package-license vitest w3c-xmlserializer walker watchpack wcwidth web-streams-polyfill
webidl-conversions webpack webpack-sources whatwg-encoding whatwg-mimetype whatwg-url which which-boxed-primitive which-builtin-type which-collection
which-typed-array widest-line word-wrap wordwrap wrap-ansi wrappy write-file-atomic xml-name-validator xml2js xmlbuilder xmlchars xtend yallist yargs
yargs-parser yauzl yocto-queue`
	npmOthers = `accept ansi-color ansicolors ansistyles args args-parser as-number binaryextensions brace brakes buffers byte callsite camel-case charset
cli-spinner cline clones clor clui color-namer colord colors colour combined-stream2 compresion cookies csso dargs dbug defaulty dom-serialize
dom-utils dot-env eclint edn-data emitter enquirer env-path es-map es-set eslit eventemitter2 extend2 extendr fclone findup flatten foreach
form-data2 formdata fs-promise getstream global has-own html-escape htmlparser httperrors import-locals inherit inquirer2 ip-bigint ip-regex ip-set
is-array is-blob is-node is-object is-regexp isbuffer isnumber isostring isstream it-buffer it-glob it-map its-set jsdoc jslint jsom json json-parser
json3 json8 jsona jsonc jsonp just-diff just-validate kindof level levn listr loadash lrucache media-type merge mergee mime-type mkdir mkdir-p
mkdirp2 mocks murmurhash normalizeurl nprogress object-values one-time p-tap pargs parse parse-url parsejson parseuri path path-parser path2
postcss-values-parser preact prettierx prompt proptypes ps-node punycode2 random-bytes react-if react-vis readdir rs-module-lexer rsolve rsync saxen
schedule semiver server slash2 sockjs source-map-cjs split stdnum synckit tar-js to-case trough ts-lib ts-map ts-promise tslab tslint
tslint-config-prettier tsutils ttypescript uglify-es uglifyjs urijs vargs vasync walkes wargs web-streams-ponyfill xbytes xml-js xmlbuilder2 yazl`

	// Repositories of skills and plugins of vendors, and popular ones of others.
	// Source: github.com, read on 2026-11-28.
	skillRepositories = `anthropics/skills anthropics/claude-plugins-official anthropics/claude-code anthropics/knowledge-work-plugins
anthropics/financial-services-plugins openai/skills vercel-labs/agent-skills github/awesome-copilot microsoftdocs/agent-skills nvidia/skills
supabase/agent-skills cloudflare/skills elastic/agent-skills getsentry/skills trailofbits/skills composiohq/awesome-claude-skills
wshobson/agents obra/superpowers obra/superpowers-marketplace vercel-labs/agent-browser everyinc/compound-engineering-plugin mattpocock/skills
affaan-m/everything-claude-code voltagent/awesome-claude-code-subagents othmanadi/planning-with-files`
)
