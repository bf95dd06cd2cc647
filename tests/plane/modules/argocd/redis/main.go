// Redis serves the cache that Argo CD's parts share, at the loopback address it is given, until it is ended.
// The Redis server itself is no Go module; miniredis speaks its protocol, and Argo CD keeps nothing there that counts.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alicebob/miniredis/v2"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: redis HOST:PORT")
		os.Exit(2)
	}
	server := miniredis.NewMiniRedis()
	if err := server.StartAddr(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer server.Close()
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, syscall.SIGINT)
	tick := time.NewTicker(time.Second)
	for {
		select {
		case <-end:
			return
		case <-tick.C:
			server.FastForward(time.Second) // its clock stands still otherwise, and no key would ever expire
		}
	}
}
