package conformance

import (
	"strings"
	"unicode/utf8"
)

// A script is a list of words of one writing system. They have no special meaning in YAML.
type script []string

var (
	latin     = script(strings.Fields("use this when a table of numbers must be turned into charts or notes for people who read reports and have little time it checks dates totals units then writes one short page with links to each source so nothing is lost on the way ask before files are changed not for spreadsheets over ten thousand rows"))
	marked    = script(strings.Fields(`(e.g. <b>bold</b> &amp; co; it's 100% of "all" C++ and C# [x] {y} a/b c\d $HOME ~/dir @me *star* ` + "`code`" + ` 3.5 → ✓ — “curly” don't --flag key=value a|b ^top? yes! <br/> </description> </skill> ${x} %s \n ok)`))
	chinese   = script(strings.Fields("当用户 需要 把表格 变成 图表 时使用 这个技能 会检查 日期 和单位 然后 写出 一页 报告 请先询问 再修改 文件 ファイルを 変更 する前に 確認します スキル 사용자가 요청하면 보고서를 작성합니다"))
	emoji     = script(strings.Fields("🎉 👩‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️ 🏴‍☠️ ok 🧑🏿‍💻 go ✅ 1️⃣ 🎯 ship 😀😃😄"))
	combining = script(strings.Fields("e\u0301te\u0301 n\u0303andu\u0301 a\u030a\u0323 Z\u0351\u036b\u0343a\u0320lgo cafe\u0301 ก็ นี่ हिन्दी क्षि עִבְרִית العَرَبِيَّة ö\u0308 x\u20dd"))
)

var scripts = []script{latin, latin, latin, marked, chinese, emoji, combining}

// treeText returns a text of n characters. The first is a letter or emoji, and the last is not a space.
func treeText(r *Random, words script, n int) string {
	var b strings.Builder
	b.WriteString(Pick(r, latin[:8]))
	for count := utf8.RuneCountInString(b.String()); count < n; {
		word := Pick(r, words)
		b.WriteByte(' ')
		b.WriteString(word)
		count += 1 + utf8.RuneCountInString(word)
	}
	runes := []rune(b.String())[:n]
	if runes[n-1] == ' ' {
		runes[n-1] = 'x'
	}
	return string(runes)
}

// A style formats a text as a YAML value.
type style func(r *Random, s string) string

var styles = []style{plain, plain, single, double, literal, folded, folded}

// plain formats a text as a plain scalar, sometimes over several lines. Characters that would end the scalar are
// replaced.
func plain(r *Random, s string) string {
	s = strings.NewReplacer(": ", "; ", " #", " +").Replace(s)
	s = strings.TrimSuffix(s, ":")
	if r.Percent(15) {
		return strings.Join(wrapLines(s, 70), "\n  ")
	}
	return s
}

func single(_ *Random, s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func double(_ *Random, s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "→", `\u2192`, "😀", `\U0001F600`).Replace(s) + `"`
}

func literal(r *Random, s string) string {
	return Pick(r, []string{"|", "|", "|-", "|+"}) + "\n  " + strings.Join(wrapLines(s, 40+r.Below(60)), "\n  ")
}

func folded(r *Random, s string) string {
	between := "\n  "
	if r.Percent(20) {
		between = "\n\n  " // a paragraph
	}
	return Pick(r, []string{">", ">", ">-", ">+", ">2"}) + "\n  " + strings.Join(wrapLines(s, 40+r.Below(60)), between)
}

// wrapLines breaks a text into lines of about width bytes.
func wrapLines(s string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && len(line)+len(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
