//go:build linux && amd64

package skilllint_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A call is a system call that a traced program is about to make on a file.
type call struct {
	name    string
	path    string // absolute; for renames, the old path
	flags   uint64 // for open, openat and creat
	process int
	program string // path of its executable
}

// A response specifies what the tracer does with a call. The zero value lets it proceed.
type response struct {
	fail   syscall.Errno  // the call returns this error and has no effect
	signal syscall.Signal // the process receives this signal during the call
}

// An operand specifies which arguments of a system call, by index, are its file.
type operand struct {
	name string
	dir  int // directory descriptor that the path is relative to; -1: the working directory
	path int // -1: dir is the file itself, or the call has no file
}

// fileCalls are the calls that the tracer reports, by number.
var fileCalls = map[uint64]operand{
	syscall.SYS_OPEN: {"open", -1, 0}, syscall.SYS_OPENAT: {"openat", 0, 1}, 437: {"openat2", 0, 1}, syscall.SYS_CREAT: {"creat", -1, 0},
	syscall.SYS_STAT: {"stat", -1, 0}, syscall.SYS_LSTAT: {"lstat", -1, 0}, syscall.SYS_NEWFSTATAT: {"newfstatat", 0, 1}, 332: {"statx", 0, 1},
	syscall.SYS_ACCESS: {"access", -1, 0}, syscall.SYS_FACCESSAT: {"faccessat", 0, 1}, 439: {"faccessat2", 0, 1},
	syscall.SYS_READLINK: {"readlink", -1, 0}, syscall.SYS_READLINKAT: {"readlinkat", 0, 1},
	syscall.SYS_MKDIR: {"mkdir", -1, 0}, syscall.SYS_MKDIRAT: {"mkdirat", 0, 1}, syscall.SYS_UNLINK: {"unlink", -1, 0}, syscall.SYS_UNLINKAT: {"unlinkat", 0, 1},
	syscall.SYS_RENAME: {"rename", -1, 0}, syscall.SYS_RENAMEAT: {"renameat", 0, 1}, 316: {"renameat2", 0, 1},
	syscall.SYS_LINKAT: {"linkat", 0, 1}, syscall.SYS_SYMLINKAT: {"symlinkat", 1, 2}, syscall.SYS_TRUNCATE: {"truncate", -1, 0},
	syscall.SYS_CHMOD: {"chmod", -1, 0}, syscall.SYS_FCHMODAT: {"fchmodat", 0, 1}, 452: {"fchmodat2", 0, 1},
	syscall.SYS_READ: {"read", 0, -1}, syscall.SYS_PREAD64: {"pread64", 0, -1}, syscall.SYS_WRITE: {"write", 0, -1}, syscall.SYS_PWRITE64: {"pwrite64", 0, -1},
	syscall.SYS_FSTAT: {"fstat", 0, -1}, syscall.SYS_GETDENTS64: {"getdents64", 0, -1}, syscall.SYS_CLOSE: {"close", 0, -1},
	syscall.SYS_FSYNC: {"fsync", 0, -1}, syscall.SYS_FDATASYNC: {"fdatasync", 0, -1}, syscall.SYS_FTRUNCATE: {"ftruncate", 0, -1}, syscall.SYS_FCHMOD: {"fchmod", 0, -1},
	syscall.SYS_SENDFILE: {"sendfile", 0, -1}, 326: {"copy_file_range", 0, -1},
	syscall.SYS_EXECVE: {"execve", -1, 0}, 322: {"execveat", 0, 1}, syscall.SYS_SOCKET: {"socket", -1, -1}, syscall.SYS_CONNECT: {"connect", 0, -1},
}

// A tracer stops a program and its child processes at their system calls. Unlike strace, it counts calls across all
// threads, because a Go program may make a call on any thread.
type tracer struct {
	handle    func(call) response
	processes map[int]int           // by thread
	inCall    map[int]bool          // threads between entry and exit of a call
	failing   map[int]syscall.Errno // error that the call of a thread returns
}

// trace runs a command under a tracer and returns its exit code, or 128 + N after signal N. Standard streams
// must be files.
func trace(t *testing.T, cmd *exec.Cmd, handle func(call) response) int {
	t.Helper()
	lockThread() // only the thread that starts a program can trace it
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	err := cmd.Start()
	if errors.Is(err, syscall.EPERM) && os.Getenv("CI") == "" {
		t.Skip("this system does not permit tracing")
	}
	if err != nil {
		t.Fatal(err)
	}
	main := cmd.Process.Pid
	defer time.AfterFunc(time.Minute, func() { _ = syscall.Kill(main, syscall.SIGKILL) }).Stop()
	tr := &tracer{handle, map[int]int{}, map[int]bool{}, map[int]syscall.Errno{}}
	code := -1
	for {
		var status syscall.WaitStatus
		thread, err := syscall.Wait4(-1, &status, syscall.WALL|syscall.WNOTHREAD, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.ECHILD):
			_ = cmd.Process.Release()
			return code
		case err != nil:
			t.Fatal(err)
		case status.Exited() && thread == main:
			code = status.ExitStatus()
		case status.Signaled() && thread == main:
			code = 128 + int(status.Signal())
		case status.Stopped():
			if err := tr.handleStop(thread, status); err != nil && !errors.Is(err, syscall.ESRCH) { // killed in the meantime
				t.Fatal(err)
			}
		}
	}
}

// lockThread locks the goroutine to a thread without running children. The tracer waits for all children of its thread,
// and would otherwise consume the exit status of processes of other tests.
func lockThread() {
	for {
		runtime.LockOSThread()
		children, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", syscall.Gettid()))
		if err != nil || len(children) == 0 { // an error means that the kernel does not provide this file
			return
		}
		runtime.UnlockOSThread()
		time.Sleep(10 * time.Millisecond)
	}
}

// handleStop handles a stop of a thread and resumes it.
func (tr *tracer) handleStop(thread int, status syscall.WaitStatus) error {
	const options = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEFORK |
		syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACEEXEC | 1<<20 // PTRACE_O_EXITKILL
	signal := status.StopSignal()
	process, known := tr.processes[thread]
	switch {
	case !known:
		tr.processes[thread] = processOf(thread)
		if len(tr.processes) == 1 { // its threads and child processes inherit the options
			if err := syscall.PtraceSetOptions(thread, options); err != nil {
				return err
			}
		}
		signal = 0
	case signal == syscall.SIGTRAP|0x80:
		signal = 0
		if err := tr.handleCall(thread, process); err != nil {
			return err
		}
	case status.TrapCause() > 0:
		signal = 0
	}
	return syscall.PtraceSyscall(thread, int(signal))
}

// handleCall handles a stop at entry or exit of a system call.
func (tr *tracer) handleCall(thread, process int) error {
	var regs syscall.PtraceRegs
	tr.inCall[thread] = !tr.inCall[thread]
	if !tr.inCall[thread] {
		errno, failed := tr.failing[thread]
		if !failed {
			return nil
		}
		delete(tr.failing, thread)
		if err := syscall.PtraceGetRegs(thread, &regs); err != nil {
			return err
		}
		regs.Rax = -uint64(errno)
		return syscall.PtraceSetRegs(thread, &regs)
	}
	if err := syscall.PtraceGetRegs(thread, &regs); err != nil {
		return err
	}
	operand, ok := fileCalls[regs.Orig_rax]
	if !ok {
		return nil
	}
	program, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", process))
	response := tr.handle(call{operand.name, operand.file(thread, &regs), operand.flags(&regs), process, program})
	if response.signal != 0 {
		if err := syscall.Kill(process, response.signal); err != nil {
			return err
		}
	}
	if response.fail == 0 {
		return nil
	}
	tr.failing[thread] = response.fail
	regs.Orig_rax = ^uint64(0) // invalid call number: the kernel does nothing
	return syscall.PtraceSetRegs(thread, &regs)
}

// file returns the absolute path of the file of a call.
func (o operand) file(thread int, regs *syscall.PtraceRegs) string {
	arguments := [...]uint64{regs.Rdi, regs.Rsi, regs.Rdx}
	dir := fmt.Sprintf("/proc/%d/cwd", thread)
	if o.dir >= 0 {
		if fd := int32(arguments[o.dir]); fd >= 0 {
			dir = fmt.Sprintf("/proc/%d/fd/%d", thread, fd)
		}
	}
	name := ""
	if o.path >= 0 {
		name = stringAt(thread, arguments[o.path])
	}
	if !filepath.IsAbs(name) {
		at, err := os.Readlink(dir)
		if err != nil {
			return name
		}
		name = filepath.Join(strings.TrimSuffix(at, " (deleted)"), name)
	}
	return filepath.Clean(name)
}

// flags returns the flags with which a call opens a file.
func (o operand) flags(regs *syscall.PtraceRegs) uint64 {
	switch o.name {
	case "open":
		return regs.Rsi
	case "openat":
		return regs.Rdx
	case "creat":
		return syscall.O_CREAT | syscall.O_WRONLY | syscall.O_TRUNC
	}
	return 0
}

// stringAt returns the string at an address of a thread's memory.
func stringAt(thread int, address uint64) string {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", thread))
	if err != nil {
		return ""
	}
	defer memory.Close()
	var text []byte
	for len(text) < 1<<16 {
		chunk := make([]byte, 256-address%256) // does not cross a page boundary: the next page may be unmapped
		n, err := memory.ReadAt(chunk, int64(address))
		before, _, found := strings.Cut(string(chunk[:n]), "\x00")
		text = append(text, before...)
		if found || err != nil {
			break
		}
		address += uint64(n)
	}
	return string(text)
}

// processOf returns the process that a thread belongs to.
func processOf(thread int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", thread))
	_, rest, _ := strings.Cut(string(status), "\nTgid:")
	process := 0
	_, _ = fmt.Sscan(rest, &process)
	return process
}
