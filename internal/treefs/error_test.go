package treefs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
)

func TestWithoutPath(t *testing.T) {
	plain := errors.New("plain")
	tests := []struct {
		name string
		err  error
		want error
	}{
		{"path error", &fs.PathError{Op: "open", Path: "/a", Err: fs.ErrPermission}, fs.ErrPermission},
		{"wrapped", fmt.Errorf("read: %w", &fs.PathError{Op: "open", Path: "/a", Err: fs.ErrNotExist}), fs.ErrNotExist},
		{"link error", &os.LinkError{Op: "rename", Old: "/a", New: "/b", Err: fs.ErrExist}, fs.ErrExist},
		{"without a path", plain, plain},
		{"nil", nil, nil},
	}
	for _, tt := range tests {
		if got := WithoutPath(tt.err); got != tt.want {
			t.Errorf("%s: WithoutPath(%v) = %v, want %v", tt.name, tt.err, got, tt.want)
		}
	}
}
