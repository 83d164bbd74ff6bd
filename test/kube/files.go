package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	certutil "k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

// serverFiles are the files that kube-apiserver reads. They are made once per data directory, so that a
// kubeconfig is still good after a restart on the same directory and port.
type serverFiles struct {
	lock              *os.File
	certificate       string
	privateKey        string
	serviceAccountKey string
	tokens            string
	token             string
	authority         []byte
}

func prepareFiles(directory string) (*serverFiles, error) {
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDirectory(directory)
	if err != nil {
		return nil, err
	}
	files := &serverFiles{
		lock:              lock,
		certificate:       filepath.Join(directory, "server.crt"),
		privateKey:        filepath.Join(directory, "server.key"),
		serviceAccountKey: filepath.Join(directory, "service-account.key"),
		tokens:            filepath.Join(directory, "tokens.csv"),
	}
	if err := errors.Join(files.makeCertificate(), files.makeServiceAccountKey(), files.makeToken()); err != nil {
		files.release()
		return nil, err
	}
	return files, nil
}

// lockDirectory refuses a directory in use: a second process would take over the first one's sockets and
// then wait for its database.
func lockDirectory(directory string) (*os.File, error) {
	lock, err := os.OpenFile(filepath.Join(directory, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("data directory %s is in use by another process: %w", directory, err)
	}
	return lock, nil
}

func (f *serverFiles) release() {
	f.lock.Close()
}

func (f *serverFiles) makeCertificate() error {
	if !exists(f.certificate) {
		chain, key, err := certutil.GenerateSelfSignedCertKey("localhost", []net.IP{net.IPv4(127, 0, 0, 1)}, nil)
		if err != nil {
			return err
		}
		// The key first: a directory with a certificate is complete.
		if err := os.WriteFile(f.privateKey, key, 0o600); err != nil {
			return err
		}
		if err := os.WriteFile(f.certificate, chain, 0o600); err != nil {
			return err
		}
	}
	chain, err := os.ReadFile(f.certificate)
	if err != nil {
		return err
	}
	_, authority := pem.Decode(chain)
	if len(authority) == 0 {
		return fmt.Errorf("%s holds no certificate authority after the certificate", f.certificate)
	}
	f.authority = authority
	return nil
}

func (f *serverFiles) makeServiceAccountKey() error {
	_, _, err := keyutil.LoadOrGenerateKeyFile(f.serviceAccountKey)
	return err
}

func (f *serverFiles) makeToken() error {
	if !exists(f.tokens) {
		random := make([]byte, 16)
		if _, err := rand.Read(random); err != nil {
			return err
		}
		line := hex.EncodeToString(random) + `,admin,admin,"system:masters"` + "\n"
		if err := os.WriteFile(f.tokens, []byte(line), 0o600); err != nil {
			return err
		}
	}
	content, err := os.ReadFile(f.tokens)
	if err != nil {
		return err
	}
	f.token, _, _ = strings.Cut(string(content), ",")
	return nil
}

func (f *serverFiles) clientConfig(url string) *rest.Config {
	return &rest.Config{
		Host:            url,
		BearerToken:     f.token,
		TLSClientConfig: rest.TLSClientConfig{CAData: f.authority},
		// Client-side throttling off: one process, and the server has its own fairness.
		QPS: -1,
	}
}

func (f *serverFiles) writeKubeconfig(path, url string) error {
	config := clientcmdapi.NewConfig()
	config.Clusters["test"] = &clientcmdapi.Cluster{Server: url, CertificateAuthorityData: f.authority}
	config.AuthInfos["admin"] = &clientcmdapi.AuthInfo{Token: f.token}
	config.Contexts["test"] = &clientcmdapi.Context{Cluster: "test", AuthInfo: "admin"}
	config.CurrentContext = "test"
	content, err := clientcmd.Write(*config)
	if err != nil {
		return err
	}
	// Written aside and moved, so that a reader never sees half a file or another file's mode.
	aside := path + ".new"
	if err := os.WriteFile(aside, content, 0o600); err != nil {
		return err
	}
	return os.Rename(aside, path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
