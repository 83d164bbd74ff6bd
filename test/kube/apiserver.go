package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/pflag"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

const (
	readyPoll = 50 * time.Millisecond
	// A poll sent before the server accepts can hang for ever.
	readyPollDeadline = time.Second
)

// apiServer is a running kube-apiserver; done is closed when it has ended, with result set before.
type apiServer struct {
	url    string
	done   chan struct{}
	result error
}

// startAPIServer starts the server and does not wait for it to be ready; it ends when ctx does.
func startAPIServer(ctx context.Context, wanted settings, files *serverFiles, etcdEndpoint string) (*apiServer, error) {
	// Bound here and handed over, so that a free port cannot be taken between choosing and listening.
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(wanted.port)))
	if err != nil {
		return nil, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	flags := append(defaultFlags(files, etcdEndpoint, port), wanted.apiServerFlags...)
	completed, err := completeOptions(ctx, flags, listener)
	if err != nil {
		listener.Close()
		return nil, err
	}
	server := &apiServer{url: fmt.Sprintf("https://127.0.0.1:%d", port), done: make(chan struct{})}
	go func() {
		defer close(server.done)
		server.result = app.Run(ctx, completed)
	}()
	return server, nil
}

func defaultFlags(files *serverFiles, etcdEndpoint string, port int) []string {
	return []string{
		"--etcd-servers=" + etcdEndpoint,
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", port),
		"--endpoint-reconciler-type=none",
		"--tls-cert-file=" + files.certificate,
		"--tls-private-key-file=" + files.privateKey,
		"--token-auth-file=" + files.tokens,
		"--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + files.serviceAccountKey,
		"--service-account-signing-key-file=" + files.serviceAccountKey,
		"--service-cluster-ip-range=10.0.0.0/24",
		// Without it a stop waits 60 s for open watches.
		"--shutdown-send-retry-after=true",
	}
}

// completeOptions does what the command of kube-apiserver does before it runs, without its signal handlers.
func completeOptions(ctx context.Context, flags []string, listener net.Listener) (options.CompletedOptions, error) {
	none := options.CompletedOptions{}
	wanted := options.NewServerRunOptions()
	set := pflag.NewFlagSet("kube-apiserver", pflag.ContinueOnError)
	for _, section := range wanted.Flags().FlagSets {
		set.AddFlagSet(section)
	}
	if err := set.Parse(flags); err != nil {
		return none, err
	}
	if set.NArg() > 0 {
		return none, fmt.Errorf("not a kube-apiserver flag: %q", set.Args())
	}
	registry := wanted.GenericServerRunOptions.ComponentGlobalsRegistry
	if err := registry.Set(); err != nil {
		return none, err
	}
	var gates featuregate.FeatureGate = registry.FeatureGateFor("kube")
	if err := logsapi.ValidateAndApply(wanted.Logs, gates); err != nil {
		return none, err
	}
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	wanted.SecureServing.Listener = listener
	completed, err := wanted.Complete(ctx)
	if err != nil {
		return none, err
	}
	return completed, utilerrors.NewAggregate(completed.Validate())
}

// awaitReady waits until /readyz answers ok, the server ends, or ctx does.
func (s *apiServer) awaitReady(ctx context.Context, config *rest.Config) error {
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	client.Timeout = readyPollDeadline
	return wait.PollUntilContextCancel(ctx, readyPoll, true, func(ctx context.Context) (bool, error) {
		select {
		case <-s.done:
			return false, errors.New("kube-apiserver ended before it was ready")
		default:
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/readyz", nil)
		if err != nil {
			return false, err
		}
		response, err := client.Do(request)
		if err != nil {
			return false, nil
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK, nil
	})
}
