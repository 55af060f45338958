//go:build unix

package vcs

import (
	"os/exec"
	"syscall"
)

// alone puts a command into a process group of its own, so that whatever it started ends with it.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
