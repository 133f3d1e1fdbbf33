// Package server starts database servers for tests. They listen on the loopback
// interface, keep what they know in a temporary directory, and end with the
// test, or after a time if the test is killed.
package server

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// lifetime bounds how long a server runs, in seconds.
const lifetime = "600"

// Postgres starts PostgreSQL and returns its address, or skips the test where it
// is not installed. There is a superuser postgres without a password.
func Postgres(t *testing.T) string {
	t.Helper()
	initdb, server := programOf("postgresql", "initdb"), programOf("postgresql", "postgres")
	if initdb == "" || server == "" {
		t.Skip("PostgreSQL is not installed")
	}
	owner := ownerOf(t, "postgres")
	dir := directory(t, owner)
	run(t, owner, dir, initdb, "-D", filepath.Join(dir, "data"), "-U", "postgres", "-A", "trust", "--no-sync")
	at := freeAddress(t)
	start(t, owner, dir, at, server, "-D", filepath.Join(dir, "data"), "-c", "listen_addresses=127.0.0.1", "-p", portOf(at),
		"-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=200", "-c", "deadlock_timeout=20ms")
	return at
}

// MariaDB starts MariaDB and returns its address, or skips the test where it is
// not installed. There is a user root without a password, and a database test.
func MariaDB(t *testing.T) string {
	t.Helper()
	install, server := programOf("", "mariadb-install-db"), programOf("", "mariadbd")
	if install == "" || server == "" {
		t.Skip("MariaDB is not installed")
	}
	owner := ownerOf(t, "mysql")
	dir := directory(t, owner)
	data := filepath.Join(dir, "data")
	run(t, owner, dir, install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
	if err := os.Mkdir(filepath.Join(data, "test"), 0o777); err != nil {
		t.Fatal(err)
	}
	own(t, owner, filepath.Join(data, "test"))
	at := freeAddress(t)
	start(t, owner, dir, at, server, "--no-defaults", "--datadir="+data, "--bind-address=127.0.0.1", "--port="+portOf(at),
		"--socket="+filepath.Join(dir, "socket"), "--pid-file="+filepath.Join(dir, "pid"), "--max-connections=200",
		"--innodb-flush-log-at-trx-commit=0", "--skip-name-resolve")
	return at
}

// programOf returns the path of a program, or "". Debian keeps the servers of a
// package out of the path.
func programOf(pkg, name string) string {
	found, _ := filepath.Glob(filepath.Join("/usr/lib", pkg, "*/bin", name))
	slices.Sort(found)
	if pkg != "" && len(found) > 0 {
		return found[len(found)-1]
	}
	for _, dir := range []string{"/usr/sbin", "/usr/local/sbin"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return filepath.Join(dir, name)
		}
	}
	path, _ := exec.LookPath(name)
	return path
}

// ownerOf returns the user that a server runs as: the servers refuse to run as
// root. It is nil for the user of the test.
func ownerOf(t *testing.T, name string) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		t.Skipf("the server does not run as root: %v", err)
	}
	uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
	if errUID != nil || errGID != nil {
		t.Fatal(errUID, errGID)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// directory returns a new directory that the owner can write to.
func directory(t *testing.T, owner *syscall.Credential) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "server")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	own(t, owner, dir)
	return dir
}

func own(t *testing.T, owner *syscall.Credential, name string) {
	t.Helper()
	if owner == nil {
		return
	}
	if err := os.Chown(name, int(owner.Uid), int(owner.Gid)); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, owner *syscall.Credential, dir, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir, command.SysProcAttr = dir, &syscall.SysProcAttr{Credential: owner}
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(name), err, out)
	}
}

// start starts a server, and waits until it listens.
func start(t *testing.T, owner *syscall.Credential, dir, at, name string, args ...string) {
	t.Helper()
	var log bytes.Buffer
	command := exec.Command("timeout", append([]string{"-k", "5", lifetime, name}, args...)...)
	command.Dir, command.SysProcAttr = dir, &syscall.SysProcAttr{Credential: owner}
	command.Stdout, command.Stderr = &log, &log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	t.Cleanup(func() {
		command.Process.Signal(syscall.SIGINT)
		<-done
	})
	for range 600 {
		select {
		case err := <-done:
			done <- err
			t.Fatalf("%s ended: %v\n%s", filepath.Base(name), err, log.Bytes())
		case <-time.After(50 * time.Millisecond):
		}
		if connection, err := net.Dial("tcp", at); err == nil {
			connection.Close()
			return
		}
	}
	t.Fatalf("%s does not listen", filepath.Base(name))
}

// freeAddress returns an address of the loopback interface that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return fmt.Sprint(listener.Addr())
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}
