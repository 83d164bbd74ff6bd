// Command kube-apiserver-etcd is one process that holds a kube-apiserver, an embedded etcd and the few
// controllers without which namespaces, owned objects and aggregated roles never settle. It is for tests:
// everything listens on loopback or in a private directory, and nothing is synced to disk.
//
// Standard output has one line per event: "data DIRECTORY", "ready URL", "compacted REVISION" (on SIGUSR1),
// "compact failed: REASON". It stops on SIGTERM and when its standard input closes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
)

// stopDeadline bounds a stop: a test runner must never wait for a server that hangs while it stops.
const stopDeadline = 20 * time.Second

type settings struct {
	dataDirectory  string
	kubeconfigPath string
	port           int
	apiServerFlags []string
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "kube-apiserver-etcd:", err)
		os.Exit(1)
	}
}

func parseSettings(arguments []string) (settings, error) {
	var parsed settings
	flags := flag.NewFlagSet("kube-apiserver-etcd", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: kube-apiserver-etcd [flags] [-- kube-apiserver flags]")
		flags.PrintDefaults()
	}
	flags.StringVar(&parsed.dataDirectory, "data-dir", "", "keeps etcd, certificate, keys and token; default: temporary, removed on stop")
	flags.StringVar(&parsed.kubeconfigPath, "kubeconfig", "", "where to write the administrator's kubeconfig; default: DATA-DIR/kubeconfig")
	flags.IntVar(&parsed.port, "port", 0, "port on 127.0.0.1; 0 takes a free one")
	if err := flags.Parse(arguments); err != nil {
		return parsed, err
	}
	parsed.apiServerFlags = flags.Args()
	return parsed, nil
}

func run(arguments []string) error {
	wanted, err := parseSettings(arguments)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	// A parent that is gone reads our log no more: that must not kill us before we have cleaned up.
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		// The parent holds the other end: when it is gone, so are we.
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()

	if wanted.dataDirectory == "" {
		if wanted.dataDirectory, err = os.MkdirTemp("", "berth-kube-"); err != nil {
			return err
		}
		removeData := func() { _ = os.RemoveAll(wanted.dataDirectory) }
		defer removeData()
		exitThrough(ctx, removeData)
	}
	fmt.Println("data", wanted.dataDirectory)
	files, err := prepareFiles(wanted.dataDirectory)
	if err != nil {
		return err
	}
	defer files.release()
	if wanted.kubeconfigPath == "" {
		wanted.kubeconfigPath = filepath.Join(wanted.dataDirectory, "kubeconfig")
	}
	database, err := startStore(wanted.dataDirectory)
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	defer database.close()
	return serve(ctx, wanted, files, database)
}

// exitThrough runs cleanUp before klog ends the process: a kube-apiserver that is stopped while it starts dies
// of a start hook's failure, past our deferred calls. That is no failure when the stop was asked for.
func exitThrough(ctx context.Context, cleanUp func()) {
	klog.OsExit = func(code int) {
		cleanUp()
		if ctx.Err() != nil {
			code = 0
		}
		os.Exit(code)
	}
}

// serve runs until ctx ends. Controllers end before the server, so that their calls do not fail meanwhile.
func serve(ctx context.Context, wanted settings, files *serverFiles, database *store) error {
	serverContext, stopServer := context.WithCancel(context.Background())
	defer stopServer()
	server, err := startAPIServer(serverContext, wanted, files, database.endpoint)
	if err != nil {
		return err
	}
	controllerContext, stopControllers := context.WithCancel(ctx)
	err = operate(controllerContext, wanted, files, server, database)
	if ctx.Err() != nil {
		err = nil // Asked to stop, maybe while it still started.
	}
	stopControllers()
	stopServer()
	select {
	case <-server.done:
		return errors.Join(err, server.result)
	case <-time.After(stopDeadline):
		return errors.Join(err, fmt.Errorf("kube-apiserver did not stop within %s", stopDeadline))
	}
}

func operate(ctx context.Context, wanted settings, files *serverFiles, server *apiServer, database *store) error {
	compactions := make(chan os.Signal, 16)
	signal.Notify(compactions, syscall.SIGUSR1)
	config := files.clientConfig(server.url)
	if err := becomeReady(ctx, wanted, files, server, config); err != nil {
		return err
	}
	fmt.Println("ready", server.url)
	for {
		select {
		case <-compactions:
			if err := reportCompaction(ctx, wanted.dataDirectory, database, config); err != nil {
				return err
			}
		case <-server.done:
			return errors.New("kube-apiserver ended by itself")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// becomeReady returns once /readyz is ok and the controllers have done their first round.
func becomeReady(ctx context.Context, wanted settings, files *serverFiles, server *apiServer, config *rest.Config) error {
	if err := server.awaitReady(ctx, config); err != nil {
		return err
	}
	if err := startControllers(ctx, config); err != nil {
		return fmt.Errorf("controllers: %w", err)
	}
	if err := awaitFirstRound(ctx, config); err != nil {
		return err
	}
	return files.writeKubeconfig(wanted.kubeconfigPath, server.url)
}

// reportCompaction compacts and tells the outcome on standard output and, for processes that are not our
// parent, as a line more in DATA-DIR/compactions.
func reportCompaction(ctx context.Context, directory string, database *store, config *rest.Config) error {
	revision, err := database.compact(ctx)
	if err == nil {
		err = awaitExpired(ctx, config, revision)
	}
	line := fmt.Sprintln("compacted", revision)
	if err != nil {
		line = fmt.Sprintf("compact failed: %q\n", err.Error())
	}
	fmt.Print(line)
	return appendLine(filepath.Join(directory, "compactions"), line)
}

func appendLine(path, line string) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(line)
	return errors.Join(err, file.Close())
}
