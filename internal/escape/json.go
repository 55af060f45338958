package escape

import "fmt"

// JSON returns a character as an escape of JSON: one or two UTF-16 units.
func JSON(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Sprintf(`\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
}
