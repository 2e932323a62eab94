// Package farmtest is for tests of a farm: real databases and a real service for objects, which go
// with the test, and a program that stands for the tool.
package farmtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // for Postgres
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"sparseracer/internal/needs"
)

// Postgres is a server of its own, on a socket that nobody else knows of.
type Postgres struct {
	t    testing.TB
	dir  string
	bin  string
	cred *syscall.Credential // it refuses to be root
	env  []string
	cmd  *exec.Cmd
}

// StartPostgres makes a cluster and starts its server, with more variables.
func StartPostgres(t testing.TB, env ...string) *Postgres {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		needs.Missing(t, "postgresql is not installed")
	}
	slices.Sort(found)
	dir, err := os.MkdirTemp("/tmp", "pg-") // sockets have short names
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	p := &Postgres{t: t, dir: dir, bin: filepath.Dir(found[len(found)-1]), env: env}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		p.cred = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	if out, err := p.command("initdb", "-D", data, "-U", "farm", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	p.Start()
	t.Cleanup(p.Kill)
	return p
}

func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), p.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: p.cred, Pdeathsig: syscall.SIGKILL}
	return cmd
}

// Start starts the server and waits until it answers.
func (p *Postgres) Start() {
	p.t.Helper()
	p.cmd = p.command("postgres", "-D", filepath.Join(p.dir, "data"), "-k", p.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=300")
	log, err := os.Create(filepath.Join(p.dir, "log"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		db, err := sql.Open("pgx", p.URL("postgres"))
		if err == nil {
			err = db.Ping()
			db.Close()
		}
		if err == nil {
			return
		}
		if time.Since(begun) > time.Minute {
			said, _ := os.ReadFile(log.Name())
			p.t.Fatalf("postgres does not answer: %v\n%s", err, said)
		}
	}
}

// Kill ends the server as a fault of the machine does. Its processes, which are groups of their own, notice that their
// parent is gone; while one is left no other server can be started.
func (p *Postgres) Kill() {
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	p.cmd.Wait()
	for begun := time.Now(); p.isLeft() && time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
	}
	os.Remove(filepath.Join(p.dir, "data", "postmaster.pid"))
}

// isLeft: a process of the cluster is there. All of them have its folder as their current one.
func (p *Postgres) isLeft() bool {
	list, _ := filepath.Glob("/proc/[0-9]*/cwd")
	return slices.ContainsFunc(list, func(link string) bool {
		at, _ := os.Readlink(link) // one that ends this moment has none
		return at == filepath.Join(p.dir, "data")
	})
}

// URL is the address of a database.
func (p *Postgres) URL(database string) string {
	return fmt.Sprintf("postgres://farm@/%s?host=%s", database, url.QueryEscape(p.dir))
}

// Database is a new one.
func (p *Postgres) Database(name string) string {
	p.t.Helper()
	db, err := sql.Open("pgx", p.URL("postgres"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), "CREATE DATABASE "+name); err != nil {
		p.t.Fatal(err)
	}
	return p.URL(name)
}

// S3 is a service that speaks S3, with an empty bucket: the address for --store.
func S3(t testing.TB) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("farm"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_EC2_METADATA_DISABLED": "true"} {
		if old, set := os.LookupEnv(name); set {
			t.Cleanup(func() { os.Setenv(name, old) })
		} else {
			t.Cleanup(func() { os.Unsetenv(name) })
		}
		os.Setenv(name, value)
	}
	return "s3://farm?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
}

// Tool stands for the tool: a shell script that gets the job's folder as $1 and the text of its task as
// $task, and prints the result. Of tasks that one process does, each is done by the script anew.
func Tool(t testing.TB, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tool")
	text := "#!/bin/sh\nset -eu\njob() {\n" + script + "\n}\n" + `
if [ "$2" = analyst ]; then
	while IFS= read -r task; do
		result=$(job "$3")
		printf '{"result":%s}\n' "$result"
	done
	exit 0
fi
task=$(cat "$3/task.json")
job "$3" >"$3/result.json"
`
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// Await waits until it is so.
func Await(t testing.TB, what string, is func() (bool, error)) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		so, err := is()
		if so && err == nil {
			return
		}
		if time.Since(begun) > 4*time.Minute {
			t.Fatalf("%s: it does not come to that: %v", what, errors.Join(err))
		}
	}
}

// Lines are those of a file that several processes append to.
func Lines(t testing.TB, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}
