package main

import (
	"io"
	"net"
	"sync"
)

// gate passes connections on to another Unix socket until it is shut: then all of them end, and new ones
// wait until it is open again.
type gate struct {
	listener net.Listener
	target   string
	// mutex is held while the gate is shut, so nothing new is let through.
	mutex  sync.Mutex
	passed map[net.Conn]net.Conn
}

func openGate(socket, target string) (*gate, error) {
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err
	}
	g := &gate{listener: listener, target: target, passed: map[net.Conn]net.Conn{}}
	go g.accept()
	return g, nil
}

func (g *gate) accept() {
	for {
		client, err := g.listener.Accept()
		if err != nil {
			return
		}
		go g.pass(client)
	}
}

func (g *gate) pass(client net.Conn) {
	server, err := g.letThrough(client)
	if err != nil {
		client.Close()
		return
	}
	go func() {
		_, _ = io.Copy(server, client)
		server.Close()
	}()
	_, _ = io.Copy(client, server)
	client.Close()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	delete(g.passed, client)
}

func (g *gate) letThrough(client net.Conn) (net.Conn, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	server, err := dialSocket(g.target)
	if err == nil {
		g.passed[client] = server
	}
	return server, err
}

func (g *gate) shut() {
	g.mutex.Lock()
	for client, server := range g.passed {
		client.Close()
		server.Close()
	}
}

func (g *gate) open() {
	g.mutex.Unlock()
}

func (g *gate) close() {
	g.listener.Close()
	g.shut()
	g.open()
}
