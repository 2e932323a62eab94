package work

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"sparseracer/internal/farm/farmtest"
)

// napTime is how long a job of the benchmark sleeps.
const napTime = 50 * time.Millisecond

// BenchmarkQueue is what the queue itself can do: jobs a second of workers that sleep instead of
// running something. Without a queue n slots would do n/napTime.
func BenchmarkQueue(b *testing.B) {
	for _, kind := range []string{"sqlite", "postgres"} {
		for _, slots := range []int{1, 8, 64} {
			b.Run(fmt.Sprintf("%s-%d", kind, slots), func(b *testing.B) {
				dir := b.TempDir()
				db := "sqlite:" + filepath.Join(dir, "farm.db")
				if kind == "postgres" {
					db = farmtest.StartPostgres(b).Database("farm")
				}
				s, q := open(b, db, "file://"+filepath.Join(dir, "store"))
				start(b, s, Options{Slots: slots, Tool: "/bin/false"})
				b.ResetTimer()
				if err := q.Nap(b.Context(), 0, b.N, napTime); err != nil {
					b.Fatal(err)
				}
				farmtest.Await(b, "all naps", func() (bool, error) {
					counts, err := q.Counts(b.Context())
					return counts["completed"] == b.N, err
				})
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}
