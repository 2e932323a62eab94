package main

import "testing"

func TestByteSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "69632": 69632, "68K": 69632, "68k": 69632, "3M": 3 << 20, "2g": 2 << 30, "17179869183G": 17179869183 << 30,
	} {
		var s byteSize
		if err := s.Set(text); err != nil || uint64(s) != want {
			t.Errorf("%q: %d, %v, expected %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "K", "-1", "1.5M", "1T", "10KB", " 1M", "69631", "17179869184G", "18446744073709551616"} {
		var s byteSize
		if err := s.Set(text); err == nil {
			t.Errorf("%q was taken as %d", text, s)
		}
	}
	for n, want := range map[byteSize]string{0: "0", 100: "100", 2048: "2K", 3 << 20: "3M", 5 << 30: "5G", 5 << 40: "5120G"} {
		if got := n.String(); got != want {
			t.Errorf("%d: %s, expected %s", uint64(n), got, want)
		}
	}
}
