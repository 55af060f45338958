package lsp

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/language"
)

// CompletionOptions says when the client requests completions by itself.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters,omitempty"`
}

// CompletionItem is one completion.
type CompletionItem struct {
	Label         string         `json:"label"`
	Kind          int            `json:"kind,omitempty"`
	Tags          []int          `json:"tags,omitempty"`
	Detail        string         `json:"detail,omitempty"`
	Documentation *MarkupContent `json:"documentation,omitempty"`
	SortText      string         `json:"sortText,omitempty"`
	FilterText    string         `json:"filterText,omitempty"`
	TextEdit      *TextEdit      `json:"textEdit,omitempty"`
}

// itemKinds are the kinds of completions in the protocol.
var itemKinds = map[language.ItemKind]int{
	language.KeyItem: 10, language.ValueItem: 12, language.ToolItem: 3, language.SkillItem: 9, language.AgentItem: 7, language.FileItem: 17,
	language.FolderItem: 19, language.AnchorItem: 18, language.PlaceholderItem: 6, language.RuleItem: 20,
}

func (v *view) complete(f *analysis.File, p *TextDocumentPositionParams) (any, error) {
	offset, ok := v.offset(f, p.Position)
	if !ok {
		return nil, nil
	}
	return itemsOf(v.Complete(f, offset), v.text(f), v.encoding), nil
}

func completeConfig(s *language.Snapshot, t *text, offset int, e encoding) any {
	return itemsOf(s.CompleteConfig([]byte(t.content), offset), t, e)
}

// itemsOf converts completions. Their order is that of the texts to sort by.
func itemsOf(items []language.Item, t *text, e encoding) any {
	all := make([]CompletionItem, 0, len(items))
	for n, i := range items {
		item := CompletionItem{Label: i.Label, Kind: itemKinds[i.Kind], Detail: i.Detail, SortText: fmt.Sprintf("%04d", n), FilterText: i.Label,
			TextEdit: &TextEdit{t.rangeOf(i.Range, e), i.Text}}
		if i.Deprecated {
			item.Tags = []int{itemDeprecated}
		}
		if i.Documentation != "" {
			item.Documentation = &MarkupContent{markdown, i.Documentation}
		}
		all = append(all, item)
	}
	return all
}

// itemDeprecated is the tag of completions that should not be used.
const itemDeprecated = 1
