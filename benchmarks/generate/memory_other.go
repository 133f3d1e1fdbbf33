//go:build !linux

package main

import "os"

// peakMemory returns 0: only Linux counts it in known units.
func peakMemory(*os.ProcessState) int64 { return 0 }
