// Package patches holds the source patches of QtCore, one for each version that
// they were made for: the same points at which the hooks enter the stock library.
//
// Rules: fewer than 150 added lines each; a patched QtCore without libsparseqt.so
// in its process does what the stock one does; nothing is exported that the stock
// one does not export.
package patches

import "embed"

// Files are named qtcore-VERSION.patch.
//
//go:embed *.patch
var Files embed.FS
