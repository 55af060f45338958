package security

import (
	"bytes"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
)

// A foreignPhrase is an order in a language other than English.
type foreignPhrase struct {
	text  string
	order order
}

var foreignPhrases = []foreignPhrase{
	{"忽略之前", override}, {"忽略以上", override}, {"忽略先前", override}, {"忽略所有", override}, {"无视之前", override}, {"无视以上", override}, {"忽略前面", override},
	{"不要告诉用户", conceal}, {"别告诉用户", conceal}, {"不要让用户知道", conceal}, {"不要向用户提及", conceal},
	{"以前の指示はすべて無視", override}, {"以前の指示を無視", override}, {"これまでの指示を無視", override}, {"上記の指示を無視", override}, {"ユーザーに知らせず", conceal}, {"ユーザーには伝えない", conceal},
	{"이전 지시를 무시", override}, {"모든 지시를 무시", override}, {"사용자에게 알리지", conceal},
	{"gnoriere alle", override}, {"gnoriere die bisherigen", override}, {"erschweige dem Benutzer", conceal}, {"erschweige ihm", conceal}, {"ohne den Benutzer zu informieren", conceal}, {"age dem Benutzer nichts", conceal},
	{"gnora todas las instrucciones", override}, {"gnora las instrucciones", override}, {"no informes al usuario", conceal}, {"no le digas al usuario", conceal}, {"sin informar al usuario", conceal},
	{"gnore toutes les instructions", override}, {"gnorez toutes les instructions", override}, {"gnore les instructions", override}, {"en parle jamais à l'utilisateur", conceal}, {"ne dis rien à l'utilisateur", conceal}, {"sans informer l'utilisateur", conceal},
	{"gnora tutte le istruzioni", override}, {"non dire all'utente", conceal}, {"gnore todas as instruções", override}, {"não conte ao usuário", conceal}, {"гнорируй все", override}, {"гнорируй предыдущие", override}, {"не сообщай пользователю", conceal},
}

// foreignOrders calls see for orders in other languages outside of quotations.
func foreignOrders(d *analysis.Document, sentences []behavior.Sentence, see func(at analysis.Range, order order)) {
	var foreign []behavior.Sentence
	for _, s := range sentences {
		if s.Has.MayBeForeign() {
			foreign = append(foreign, s)
		}
	}
	for _, p := range foreignPhrases {
		for _, s := range foreign {
			n := bytes.Index(d.Source[s.At.Start:s.At.End], []byte(p.text))
			if n < 0 {
				continue
			}
			if after := d.Text(s.At)[n:]; !isQuoted(d.Text(s.At)[:n]) && (p.order != override || namesInstructions(after)) {
				see(s.At, p.order)
			}
		}
	}
}

// foreignInstructions are parts of words for instructions. An order to override names one, unlike "ignore all other parameters".
var foreignInstructions = []string{"指令", "指示", "规则", "提示", "约束", "限制", "命令", "要求", "设定", "지시", "nweisung", "nstruktion", "egeln", "orgaben", "nstruc", "nstruç", "nstruzion", "nstruction", "инструкц", "указани", "правил"}

// namesInstructions reports whether the start of a text names instructions.
func namesInstructions(text string) bool {
	text = text[:min(len(text), 120)]
	return slices.ContainsFunc(foreignInstructions, func(part string) bool { return strings.Contains(text, part) })
}

// isQuoted reports whether a quotation is not closed at the end of a text.
func isQuoted(before string) bool {
	for _, marks := range [][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}} {
		if strings.LastIndex(before, marks[0]) > strings.LastIndex(before, marks[1]) {
			return true
		}
	}
	return strings.Count(before, `"`)%2 == 1
}

// sendVerbs and secretNouns occur in orders to send secrets. They are in several languages and in lower case.
var (
	sendVerbs   = []string{"发送到", "上传到", "提交到", "发送至", "上传至", "envía", "envia ", " manda ", "sube ", "sende ", "schicke ", "übermittle", "rufe ", "envoie", "transmets", "invia ", "送信", "отправ"}
	secretNouns = []string{".env", "id_rsa", "id_ed25519", ".netrc", ".npmrc", "credentials", "environment variables", "api keys", "api_key", "access tokens", "secrets", "passwords", "private keys", "ssh keys", "full conversation", "whole conversation", "entire conversation", "conversation history", "chat history", "whole dialogue", "entire dialogue", "full dialogue", "dialogue so far", "whole chat", "entire chat",
		"环境变量", "密钥", "令牌", "密码", "完整对话", "conversación", "contraseñas", "claves", "variables de entorno", "zugangsdaten", "umgebungsvariable", "passwörter", "variables d'environnement", "mots de passe", "jetons", "credenziali", "環境変数", "パスワード", "переменные окружения", "парол"}
)

// sendsInEnglish reports whether a sentence orders to send something: "POST message to session" describes an interface.
func sendsInEnglish(text string) bool {
	words := wordsOf([]byte(methodNames.Replace(text)))
	for i, w := range words {
		if is(w, "send", "upload", "post", "forward", "transmit", "submit") && (isImperative(words, i) || words[i-1] == "to") {
			return true
		}
		if is(w, "put", "include", "write", "add", "place") && isImperative(words, i) && slices.Contains(words[i:], "request") && slices.ContainsFunc(words[i:], func(w string) bool { return is(w, "body", "query", "post") }) {
			return true
		}
	}
	return false
}

// methodNames removes the name of the method from requests and from lists of methods: "GET,POST".
var methodNames = strings.NewReplacer("POST ", " ", ",POST", " ", "POST,", " ", "/POST", " ", "POST/", " ")

// isAnySendingOrder reports whether a sentence with an address is an order to send secrets, in any of several languages.
func isAnySendingOrder(f *analysis.File, text string) bool {
	url := firstAddress(text)
	text = withoutHeaders(text, trust.HostOf(url))
	lower := " " + strings.ToLower(withoutOwnKeys(text, trust.HostOf(url)))
	has := func(parts []string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(lower, p) })
	}
	isSession := strings.Contains(lower, "transcript") && (strings.Contains(lower, "session") || strings.Contains(lower, "conversation"))
	if !has(secretNouns) && !isSession || !has(sendVerbs) && !sendsInEnglish(text) {
		return false
	}
	for _, verb := range []string{"send", "upload", "post", "submit"} {
		if strings.HasPrefix(lower, " before you "+verb+" ") && !strings.Contains(lower, " then ") {
			return false // what to do first
		}
	}
	for _, verb := range []string{"remove ", "redact ", "mask ", "strip "} {
		if _, after, ok := strings.Cut(lower, verb); ok && has(secretNouns) && slices.ContainsFunc(secretNouns, func(p string) bool {
			return strings.Contains(after[:min(len(after), 40)], p) && strings.Count(lower, p) == 1
		}) && !isSession {
			return false // without them
		}
	}
	return url != "" && trustIn(f, url) >= trust.Placeholder && !isTokenEndpoint(url)
}

// withoutOwnKeys returns a text without the names of variables that have the name of a host: ACME_API_KEY beside api.acme.com.
func withoutOwnKeys(text, host string) string {
	if !strings.Contains(text, "_API_KEY") {
		return text
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') })
	for _, word := range words {
		if strings.HasSuffix(word, "_API_KEY") && isNamedAs(word, host) {
			text = strings.ReplaceAll(text, word, "")
		}
	}
	return text
}

// withoutHeaders returns a text without the code spans that show the header with which a request to the host is authorized:
// `Authorization: Bearer {API_KEY}`. The key must be one of the host, or of any service.
func withoutHeaders(text, host string) string {
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "`")
		span, next, closed := strings.Cut(after, "`")
		if !ok || !closed {
			return text
		}
		rest = next
		name, value, ok := strings.Cut(strings.ToLower(span), ":")
		words := strings.FieldsFunc(value, func(r rune) bool { return !isWord(r) && r != '-' })
		if !ok || len(words) == 0 || !is(name, "authorization", "x-api-key", "api-key", "x-auth-token", "apikey") {
			continue
		}
		if is(words[0], "bearer", "token", "basic", "key") {
			words = words[1:]
		}
		if len(words) == 1 && (len(nameWords(words[0])) == 0 || isNamedAs(words[0], host) || isOfSmallService(words[0])) {
			text = strings.ReplaceAll(text, "`"+span+"`", "")
		}
	}
}
