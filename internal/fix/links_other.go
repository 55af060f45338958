//go:build !unix

package fix

import "io/fs"

// links returns 1: the number of hard links is unknown on this system.
func links(fs.FileInfo) uint64 { return 1 }
