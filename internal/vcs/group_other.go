//go:build !unix

package vcs

import "os/exec"

func setProcessGroup(*exec.Cmd) {}
