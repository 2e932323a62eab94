package faults

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// surroundings of a program: libraries of others that are loaded into it, too, and variables
// that change its libc. "LIB" stands for the folder of libraries.
type surroundings struct {
	variables []string
	varies    string // what a program leaves because of them, now so and now so: expression for lines
}

// Of libfaketime, whether a process of that number has left a file of its name, which takes
// a descriptor more or less. Of heaptrack, whether its thread looks at the memory just now; where
// fcntl is refused, the flags of that file are not to be had.
var beside = map[string]surroundings{
	"faketime":         {[]string{"LD_PRELOAD=LIB/faketime/libfaketime.so.1", "FAKETIME=@2020-01-01 00:00:00"}, fakesFiles},
	"faketime-threads": {[]string{"LD_PRELOAD=LIB/faketime/libfaketimeMT.so.1", "FAKETIME=-1d"}, fakesFiles},
	"eatmydata":        {[]string{"LD_PRELOAD=LIB/libeatmydata.so.1"}, ""},
	"gtk3-nocsd":       {[]string{"LD_PRELOAD=LIB/libgtk3-nocsd.so.0"}, ""},
	"heaptrack":        {[]string{"LD_PRELOAD=/usr/lib/heaptrack/libheaptrack_preload.so", "DUMP_HEAPTRACK_OUTPUT=/dev/null"}, `left: descriptor [3-9], type 10, flags (0|ffffffff)|it has /proc/self/fd/[3-9]`},
	"audit":            {[]string{"LD_AUDIT=AUDIT"}, ""},
	"bound-at-once":    {[]string{"LD_BIND_NOW=1"}, ""},
	"perturbed":        {[]string{"MALLOC_PERTURB_=165", "MALLOC_ARENA_MAX=1"}, ""},
	"without-caches":   {[]string{"GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.mmap_threshold=4096"}, ""},
	"no-locale":        {[]string{"LC_ALL=nowhere", "LANG="}, ""},
}

// preloads is the variable, which has our libraries before theirs with --follow.
const preloads = `left: variable LD_PRELOAD=/.*`

const fakesFiles = `left: (descriptor [3-9], type .*|variable FAKETIME_SHARED=.*)|open\(.*\): \d, fine|it has /proc/self/fd/\d|(a|b|fd|dup\(b\)|open\(.*\)) = \d`

// sample is how many scenarios of each program are tried in each surroundings.
const sample = 3

// TestBeside: programs do the same with us as without also in other surroundings.
func TestBeside(t *testing.T) {
	t.Parallel()
	root, byDesign := ourRoot(t), readDesigned(t)
	libc, err := exec.Command("gcc", "-print-file-name=libc.so.6").Output()
	if err != nil {
		t.Fatal(err)
	}
	libraries := filepath.Dir(strings.TrimSpace(string(libc)))
	audit := filepath.Join(t.TempDir(), "audit.so")
	compile(t, "gcc", audit, "audit.c", []string{"-shared", "-fPIC"})
	random := rand.New(rand.NewPCG(uint64(*seed), 1))
	t.Logf("-seed %d", *seed)
	for _, p := range programs {
		builds := compileAll(t, root, p.plain, p.ours, p.source, p.flags)
		list, err := exec.Command(builds[plain]).Output()
		if err != nil {
			t.Fatal(err)
		}
		for name, around := range beside {
			scenarios := strings.Fields(string(list))
			random.Shuffle(len(scenarios), func(i, j int) { scenarios[i], scenarios[j] = scenarios[j], scenarios[i] })
			if !*all || p.some > 0 {
				scenarios = scenarios[:sample]
			}
			variables := strings.Split(strings.NewReplacer("LIB", libraries, "AUDIT", audit).Replace(strings.Join(around.variables, "\n")), "\n")
			t.Run(name+"/"+strings.TrimSuffix(p.source, filepath.Ext(p.source)), func(t *testing.T) {
				t.Parallel()
				haveFiles(t, variables)
				for _, scenario := range scenarios {
					if scenario == "other-user" && around.varies == fakesFiles {
						continue // a file that another user has left ends the program in libfaketime
					}
					t.Run(scenario, func(t *testing.T) {
						t.Parallel()
						compareModes(t, root, byDesign.forOthers(root, scenario).and(around.varies).and(preloads), variables, builds, scenario)
					})
				}
			})
		}
	}
}

// haveFiles: the libraries that variables name are there. Not every suite of Debian has all.
func haveFiles(t *testing.T, variables []string) {
	t.Helper()
	for _, v := range variables {
		if _, file, _ := strings.Cut(v, "="); strings.HasPrefix(file, "/") && strings.Contains(file, ".so") {
			_, err := os.Stat(file)
			needs.Have(t, file, err == nil)
		}
	}
}
