package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/clusterroleaggregation"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
	"k8s.io/kubernetes/pkg/controller/namespace"
	"k8s.io/kubernetes/pkg/controller/serviceaccount"
)

const (
	workers          = 4
	namespaceResync  = 5 * time.Minute
	firstRoundLimit  = 30 * time.Second
	firstRoundPoll   = 50 * time.Millisecond
	collectorTimeout = 10 * time.Second
	// discoveryPeriod is 30 s upstream: owners of a kind that a test has just installed are noticed sooner.
	discoveryPeriod = 3 * time.Second
)

// startControllers runs, until ctx ends, what kube-controller-manager would: a deleted namespace vanishes,
// owned objects are collected, every namespace has its default ServiceAccount, and the roles view, edit and
// admin have rules.
func startControllers(ctx context.Context, config *rest.Config) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	objects, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	typed := informers.NewSharedInformerFactory(client, 0)
	untyped := metadatainformer.NewSharedInformerFactory(objects, 0)
	started := make(chan struct{})

	// The mapper has its own cached client: the collector's discovery must see changes as they come.
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
	collector, err := garbagecollector.NewGarbageCollector(ctx, client, objects, mapper,
		garbagecollector.DefaultIgnoredResources(), informerfactory.NewInformerFactory(typed, untyped), started)
	if err != nil {
		return err
	}
	accounts, err := serviceaccount.NewServiceAccountsController(klog.FromContext(ctx),
		typed.Core().V1().ServiceAccounts(), typed.Core().V1().Namespaces(), client,
		serviceaccount.DefaultServiceAccountsControllerOptions())
	if err != nil {
		return err
	}
	namespaces := namespace.NewNamespaceController(ctx, client, objects,
		client.Discovery().ServerPreferredNamespacedResources, typed.Core().V1().Namespaces(), namespaceResync,
		corev1.FinalizerKubernetes)
	roles := clusterroleaggregation.NewClusterRoleAggregation(typed.Rbac().V1().ClusterRoles(), client.RbacV1())

	go collector.Run(ctx, workers, collectorTimeout)
	go collector.Sync(ctx, client.Discovery(), discoveryPeriod)
	go accounts.Run(ctx, workers)
	go namespaces.Run(ctx, workers)
	go roles.Run(ctx, workers)
	typed.Start(ctx.Done())
	untyped.Start(ctx.Done())
	close(started)
	return nil
}

// awaitFirstRound waits for what tests take for granted: the namespace default with its ServiceAccount, and
// aggregated roles.
func awaitFirstRound(ctx context.Context, config *rest.Config) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, firstRoundPoll, firstRoundLimit, true, func(ctx context.Context) (bool, error) {
		_, err := client.CoreV1().ServiceAccounts(metav1.NamespaceDefault).Get(ctx, "default", metav1.GetOptions{})
		if err != nil {
			return false, nil
		}
		role, err := client.RbacV1().ClusterRoles().Get(ctx, "view", metav1.GetOptions{})
		return err == nil && len(role.Rules) > 0, nil
	})
}
