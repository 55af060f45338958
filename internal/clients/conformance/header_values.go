package conformance

// Values of fields, by the construct that they contain. A line feed in a value starts a new line of the frontmatter.
var (
	colons = []string{"Use when: the user asks", "Use this when:", "a:b", "see https://example.org:8080/y", ": first", "one :two",
		"one : two", "a::b", "note:\ttab", "Usage: run it: then stop", "key: value # note", "x:", "ends with colon: ", "时间：现在", "时间: 现在",
		"a: 'b'", "a: \"b\"", "a: [b", "a: [b]", "::", ":", ": ", ":x", "\"quoted\": then", "'quoted': then", "x: {y", "x: `y`", "x: @y", "a:\n  b",
		"a\n  b: c", "a\n  b:", "first: one\n  second: two", "Example: \"a: b\"", "it's: x", "- a: b", "? a: b", "[a: b]", "{a: b: c}", "12:30", "12:30:45", "1: 2",
		"C:\\dir", "a: b\n  # c\n  d", "TRIGGER when: a; SKIP: b", "<example>user: \"x\" assistant: 'y'</example>"}

	hashes = []string{"Does C# work", "Does # this", "#leading", "# leading", "x #", "x #y", "x# y", "a\t# tab", "'q' # c", "'q'# c", "\"q\" #c", "\"q\"#c",
		"[a] # c", "[a]#c", "[a, # b\n  c]", "a # b\n  c", "a\n  # b", "a\n  # b\n  c", "a\n# b", "a: b # c", "a: b #c: d", "[WIP] # c", "`x` # c", "issue #42", "&a # c", "*a # c", "!t # c",
		"# a\n  b", "#\n  b", "\"a # b\"", "'a # b' # c", "a#", "##", "| # c\n  x", "|# c\n  x", "> #c\n  x", "a: # b"}

	leading = []string{"@", "`", "%", "*", "&", "[", "]", "{", "}", "!", "|", ">", "-", "?", ",", "~", "=", "<", ".", "/", "\\", "(", "^", "$", "+", ";", "_", "--", "---", "!!", "**", "..", "...", "<<", "!<", "&&", "[[", "{{", "#", "'", "\"", "”", "：", "👉", "•", "–"}

	quotes = []string{`"Quoted" then text`, `'Quoted' then text`, `It's`, `'It's fine'`, `'It''s fine'`, `"open`, `'open`, `close"`, `close'`, `""`, `''`, `" "`, `"a" "b"`,
		`"a", "b"`, `'a' # c`, `"say \"hi\""`, `say "hi": now`, `"key": value`, `'a': b`, `"tail"x`, `"trail"   `, "\"trail\"\t", `“curly” quotes`, "'two\n  lines'", "\"two\n  lines\"", "\"two\nlines\"", "'two\nlines'",
		"\"a\n\n  b\"", "'a\n\n\n  b'", "\"a\n\tb\"", "\"a \\\n  b\"", "\"a\\\n\n  b\"", "\"a\n  b\"x", "\"a\n  # b\"", "\"a\n---\nb\"", "'a\n  ---\n  b'", "\"a\n...\nb\"", `"""triple"""`, `'''triple'''`, "\"  inner  \"", "'\ttab'",
		`"a"'b'`, `'a'"b"`, `"'"`, `'"'`, `'''`, `"\"`, `"\\"`, `'\'`, "\" a\n  \n  b \"", "\"a: b\"", "'a: b'", "\"a\": \"b\"", "\"a\": b", "\"a\" :b", "\"[x]\"", "\"a\n b\n  c\"", "'a\n    b'", "\"a\n   \tb\"", "\"a\t\n b\"", "\"a\nb: c\""}

	escapes = []string{`\0`, `\a`, `\b`, `\t`, "\\\t", `\n`, `\v`, `\f`, `\r`, `\e`, `\ `, `\"`, `\/`, `\\`, `\N`, `\_`, `\L`, `\P`, `\x41`, `\x4`, `\xZZ`, `\u00e9`, `\u00g9`, `\ud83d\ude00`, `\ud83d`, `\ude00 x`,
		`\U0001F600`, `\U00110000`, `\U0000D800`, `\d+`, `\s`, `\w`, `\.`, `\'`, `\(`, `\-`, `\*`, `\x00`, `\x7f`, `\x80`, `\xff`, `\uFEFF`, `\uFFFF`, `\u2028`, `\U0010FFFF`, `\n\n`, `\$`, `\#`, `\:`, `\u{1F600}`, `\u12`, `\z`, `\1`}

	scalars = []string{"null", "Null", "NULL", "nULL", "~", "", " ", "true", "True", "TRUE", "tRUE", "false", "False", "yes", "Yes", "no", "NO", "on", "off", "y", "n", "0", "7", "-1", "+1", "007", "08", "0o17", "0O17", "0x1F", "0X1f", "0b101", "-0b11", "0xZZ", "1_000", "1,000", "1__0",
		"_1", "1_", "3.14", "1.50", "1.", ".5", "-.5", "+.5", "1e3", "1E3", "1e+3", "1.e3", "1e", ".e3", ".", ".inf", ".Inf", ".INF", "-.inf", "+.inf", "inf", "Infinity", ".nan", ".NaN", ".NAN", ".Nan", "nan", "NaN", "190:20:30", "1:30", "190:20:30.15", "1:60", "0:0", "-1:30",
		"99999999999999999999999", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-9223372036854775808", "-9223372036854775809", "0xFFFFFFFFFFFFFFFFFF", "1e400", "-0", "+0", "0.0", "00", "0x", "0b", "0o", "0o8", "0b2", "1e-400", "123456789.123456789e1",
		"2024-01-01", "2024-1-1", "2024-13-45", "2024-01-01 10:00:00", "2024-01-01T10:00:00Z", "2024-01-01t10:00:00.5+02:00", "2024-01-01 10:00:00 +2", "2024-01-01T10:00", "2024-01", "2024", "01/02/2024", "0000-01-01", "2024-02-30", "=", "<<", "-", "--", "...", "1.2.3", "v1", "1 2", "12 monkeys", "1e3x", "0x1Fg",
		"!!null", "!!str", "!!bool yes", "undefined", "None", "nil", "NaN%", "+12e03", "-2E+05", "+.INF", "12e", "1.5.", "..5", "0.1_0", "685.230_15e+03", "0xdead_beef", "1_000.5", "_", "-_1", "0_1", "0x_1"}

	tagged = []string{"!!str 42", "!!str", "!!str null", "!!str [a]", "!!int 3", "!!int \"3\"", "!!int x", "!!float 3", "!!float 3.5", "!!float x", "!!bool true", "!!bool \"true\"", "!!bool yes", "!!bool x", "!!null null", "!!null x", "!!null \"\"", "!!binary aGVsbG8=", "!!binary \"***\"", "!!timestamp 2024-01-01", "!!timestamp x",
		"!!set {a, b}", "!!seq [a]", "!!seq {a: b}", "!!map {a: b}", "!!map [a]", "!!map x", "!!omap [a: b]", "!!pairs [a: b]", "!thing text", "! text", "!", "!thing", "!thing\n  text", "!<tag:yaml.org,2002:str> 42", "!<tag:yaml.org,2002:int> 42", "!<x", "!<> x", "!e!x y", "!!js/function 'x'", "!!js/regexp /a/", "!!js/undefined ''",
		"!!python/none x", "!!merge <<", "!a !b x", "!a &b x", "&b !a x", "!!str \"a\"", "!!str 'a' b", "!!str |\n  x", "!a >\n  x", "!,x y", "![x] y", "!{x} y", "!a,b c", "!%41 x", "!%zz x", "!a%20b x", "!!str|", "!!Str x", "!local [a, b]", "!local {a: b}", "!!str  spaced", "!!str\tx", "![WIP] x", "!important: x", "!è x", "!!str # c", "!!str ~", "!!float 1e3", "!!int 0x1F", "!!int 1_000", "!!float .inf", "!!int 1.5"}

	anchors = []string{"&a", "&a text", "&a \"text\"", "*a", "*a text", "*Bold* text", "**Bold** text", "*a b*", "&a &b x", "& x", "* x", "&a*b x", "&a,b x", "&a[ x", "&a: x", "*a: x", "&a\n  text", "&é x", "&a |\n  text", "&a [x, *a]", "&a {x: *a}", "[&b x, *b]", "{x: &b y, z: *b}", "[*b]", "[*b, &b x]", "&1 x", "&-a x", "&a-b_c x", "&a.b x", "&a/b x", "&😀 x", "&a! x", "&a# x", "&a # x", "*", "&", "**", "&&", "*a,", "*a]", "&a\"x\"", "&|- x", "&>- x", "&a !t x", "*glob.txt", "*.md files", "& co", "&amp; x", "&a ~", "&a null", "&a *a", "&a *b"}

	flows = []string{"[a, b]", "{a: b}", "[a, {b: c}]", "[a,, b]", "[a, b,]", "[,]", "[, a]", "{a}", "{a: b,}", "{a: b,, c: d}", "{,}", "{a b: c}", "{a:b}", "{\"a\":b}", "{'a':'b'}", "{a: , b}", "{: a}", "{? a : b}", "[? a : b]", "[a: b, c]", "[a: b: c]", "[\"a\": b]", "[\"a\":b]", "[a b, c d]", "[a\n  b]", "[a,\n  b\n  ]", "[a,\nb]", "[a,\n  b\n]", "{a: b\n}", "{\n  a: b\n  }",
		"[a", "{a: b", "a]", "a}", "[a]]", "{a}}", "[a] b", "{a} b", "[a][b]", "[[a], [b]]", "[[a]", "[a}", "{a]", "[]", "{}", "[ ]", "{ }", "[]x", "[\t]", "[a,\tb]", "[a\t,b]", "[a # c\n  ]", "[a #c]", "[a, # c\n  b]", "[\"x\", Bash(git:*)]", "[Bash(git add:*), Read]", "[Bash(git: *)]", "[a: ]", "[- a]", "[-, a]", "[-]", "[- ]", "[-a]", "[?a]", "[?]", "[:a]", "[a:]", "[:]", "[a:,b]", "{a:,b}", "{a:}",
		"[https://x.y/z, b]", "[@a]", "[`a`]", "[%a]", "[*a]", "[&a b]", "[!t b]", "[|]", "[>]", "[| a]", "[#a]", "[ #a\n]", "['a]", "[\"a]", "[a'b]", "[a\"b]", "['a' b]", "['a''b']", "{a: [b, {c: d}]}", "[a, b]: c", "{a: b}: c", "[WIP] text", "[WIP]: text", "{{ name }}", "{{name}} text", "{% if %}", "${VAR} text", "{x} and [y]", "[x](http://y)", "[ ] todo", "[x] done", "[a,\n\n  b]", "[a,\n\tb]", "[\n\ta]", "[a\n---\nb]", "[a\n...\n]",
		"[1, 2.5, true, null, ~]", "[a, a]", "{a: 1, a: 2}", "{a: 1, A: 2}", "{1: a, 1.0: b}", "[,a]", "{,a}", "{ a : b , c : d }", "{a: {b: {c: d}}}", "[a]  ", "[a]\t", "{a: 'b, c'}", "{\"a\" : \"b\"}", "{\"a\"\n  : b}", "{a\n  : b}", "{a:\n  b}", "[a\n  : b]", "{x: |}", "[a: {b: c}]", "{a, b, c}", "{[a]: b}", "{{a: b}: c}", "[{a: b}: c]", "{? [a] : b}", "{?a: b}", "{? a}", "[? a]", "{a: b, <<: {c: d}}", "[--- a]", "[a, ---]", "[\n--- a\n]"}

	notLists = []string{"Read", "Read, Write", "[Read]", "[]", "null", "~", "", "7", "true", "{}", "{Read: true}", "[7]", "[null]", "[~]", "[true]", "[[Read]]", "[{Read: true}]", "[Read, 7]", "\n  - Read\n  - Write", "\n- Read\n- Write", "\n  - 7", "\n  -", "\n  - Bash(git:*)", "\n  - Bash(git: *)", "\n  - a: b", "\n  Read: true", "\"*\"", "*", "'Read'", "2024-01-01", "[2024-01-01]", "yes", "[yes]", "!!str 7", "[!!str 7]", "[\"7\"]", "1.5", "Bash(git:*), Read", "|\n  Read", "[a, ]", "0x1F", "[0x1F]", "[1.5]", "\n  - - Read", "[Read, ]", "[ , Read]", "!!binary aGk="}
)
