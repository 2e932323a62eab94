package recording

import (
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/system"
)

// TestStockIsChosen: an instrumented program gives accesses, another one holds.
func TestStockIsChosen(t *testing.T) {
	lib := t.TempDir()
	if err := os.WriteFile(filepath.Join(lib, system.StockLibrary), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var auto StockChoice // without a flag
	for choice, want := range map[StockChoice]bool{auto: true, StockYes: true, StockNo: false} {
		path, err := stockPreload(choice, lib, "/bin/true", nil)
		if err != nil || (path != "") != want {
			t.Errorf("--stock=%s: %q, %v", choice.String(), path, err)
		}
	}
	if path, err := stockPreload(StockYes, t.TempDir(), "/bin/true", nil); err == nil {
		t.Errorf("--stock=yes without the library: %q", path)
	}
}
