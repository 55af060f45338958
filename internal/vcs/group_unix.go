//go:build unix

package vcs

import (
	"os/exec"
	"syscall"
)

// alone puts a command into its own process group, so that all its children end with it.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
