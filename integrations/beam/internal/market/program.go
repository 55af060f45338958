package market

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
)

// Program identifies the rules and options of a job. It is the commit of this program, or the hash of the executable if it
// was built from modified sources.
func Program(trust bool) string {
	version, modified := "", true
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				version = s.Value
			case "vcs.modified":
				modified = s.Value == "true"
			}
		}
	}
	if version == "" || modified {
		version = hashOfSelf()
	}
	if trust {
		version += "+trust-config"
	}
	return version
}

func hashOfSelf() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(self)
	if err != nil {
		return ""
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
