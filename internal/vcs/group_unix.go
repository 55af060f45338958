//go:build unix

package vcs

import (
	"os/exec"
	"syscall"
)

// setProcessGroup puts a command into its own process group, so that its children are killed with it.
func setProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
