package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

const (
	expiryLimit = 30 * time.Second
	expiryPoll  = 50 * time.Millisecond
	probes      = 8
)

// awaitExpired waits until a watch from the given revision is answered 410 for every resource that the
// server serves: each watch cache renews itself on its own, within about a second.
func awaitExpired(ctx context.Context, config *rest.Config, revision int64) error {
	discovering, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	objects, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	lists, err := discovering.ServerPreferredResources()
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(probes)
	for _, resource := range watchable(lists) {
		group.Go(func() error {
			err := wait.PollUntilContextTimeout(ctx, expiryPoll, expiryLimit, true, func(ctx context.Context) (bool, error) {
				return isExpired(ctx, objects.Resource(resource), revision), nil
			})
			if err != nil {
				return fmt.Errorf("%s can still be watched from revision %d: %w", resource, revision, err)
			}
			return nil
		})
	}
	return group.Wait()
}

func watchable(lists []*metav1.APIResourceList) []schema.GroupVersionResource {
	found := []schema.GroupVersionResource{}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			continue
		}
		for _, resource := range list.APIResources {
			if slices.Contains(resource.Verbs, "watch") {
				found = append(found, version.WithResource(resource.Name))
			}
		}
	}
	return found
}

func isExpired(ctx context.Context, resource metadata.ResourceInterface, revision int64) bool {
	second := int64(1)
	watching, err := resource.Watch(ctx, metav1.ListOptions{
		ResourceVersion: strconv.FormatInt(revision, 10),
		TimeoutSeconds:  &second,
	})
	if err != nil {
		return apierrors.IsResourceExpired(err)
	}
	defer watching.Stop()
	event, more := <-watching.ResultChan()
	if !more || event.Type != watch.Error {
		return false
	}
	status, isStatus := event.Object.(*metav1.Status)
	return isStatus && status.Code == http.StatusGone
}
