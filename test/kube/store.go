package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/server/v3/embed"
)

const (
	// compactRevisionKey is where Kubernetes keeps the last compacted revision
	// (k8s.io/apiserver/pkg/storage/etcd3/compact.go): its watch caches drop older snapshots by it.
	compactRevisionKey = "compact_rev_key"
	// longestSocketPath is the smallest limit among the systems we run on (macOS 103, Linux 107).
	longestSocketPath = 103
	etcdStartDeadline = 30 * time.Second
)

// store is an embedded etcd that is reached through a gate, on Unix sockets in the data directory.
type store struct {
	etcd     *embed.Etcd
	gate     *gate
	endpoint string
}

func startStore(directory string) (*store, error) {
	memberSocket := filepath.Join(directory, "member.sock")
	gateSocket := filepath.Join(directory, "etcd.sock")
	if len(memberSocket) > longestSocketPath {
		return nil, fmt.Errorf("data directory %s is too long for a Unix socket: at most %d bytes with the socket's name", directory, longestSocketPath)
	}
	// A socket left by a killed process would refuse the new one; the directory's lock says nobody uses it.
	for _, socket := range []string{memberSocket, gateSocket} {
		if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	etcd, err := embed.StartEtcd(etcdConfig(directory, memberSocket))
	if err != nil {
		return nil, err
	}
	select {
	case <-etcd.Server.ReadyNotify():
	case err := <-etcd.Err():
		etcd.Close()
		return nil, err
	case <-time.After(etcdStartDeadline):
		etcd.Close()
		return nil, fmt.Errorf("not ready within %s", etcdStartDeadline)
	}
	opened, err := openGate(gateSocket, memberSocket)
	if err != nil {
		etcd.Close()
		return nil, err
	}
	return &store{etcd: etcd, gate: opened, endpoint: "unix://" + gateSocket}, nil
}

func etcdConfig(directory, socket string) *embed.Config {
	loopback := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config := embed.NewConfig()
	config.Dir = filepath.Join(directory, "etcd")
	config.ListenClientUrls = []url.URL{{Scheme: "unix", Path: socket}}
	config.AdvertiseClientUrls = []url.URL{loopback}
	config.ListenPeerUrls = []url.URL{loopback}
	config.AdvertisePeerUrls = []url.URL{loopback}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.LogLevel = "error"
	config.UnsafeNoFsync = true
	// Kubernetes asks for 5 s: bookmarks of quiet watches come from these notices.
	config.WatchProgressNotifyInterval = 5 * time.Second
	return config
}

// compact forgets all history up to now, and returns the last revision that nobody can watch or list from
// any more. A compaction alone would not show: the watch caches still hold the old events. So the server's
// connections to etcd are cut meanwhile, as if etcd had been away, and two writes pass that no cache has
// seen: each cache's watch then resumes from before the compaction, is refused, and the cache lists anew.
func (s *store) compact(ctx context.Context) (int64, error) {
	s.gate.shut()
	defer s.gate.open()
	before := s.etcd.Server.KV().Rev()
	upTo := before + 2
	for range 2 {
		_, err := s.etcd.Server.Put(ctx, &etcdserverpb.PutRequest{
			Key:   []byte(compactRevisionKey),
			Value: []byte(strconv.FormatInt(upTo, 10)),
		})
		if err != nil {
			return 0, err
		}
	}
	_, err := s.etcd.Server.Compact(ctx, &etcdserverpb.CompactionRequest{Revision: upTo, Physical: true})
	return before, err
}

func (s *store) close() {
	s.gate.close()
	s.etcd.Close()
}

func dialSocket(path string) (net.Conn, error) {
	return net.DialTimeout("unix", path, time.Second)
}
