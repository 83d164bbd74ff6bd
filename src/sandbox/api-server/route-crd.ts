import type { JsonObject } from '../../domain/shared/json.ts';

/** OpenShift's Route, for short: the sandbox is a management cluster on which services can be published as Routes. */
export const routeDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'routes.route.openshift.io' },
  spec: {
    group: 'route.openshift.io',
    names: { kind: 'Route', listKind: 'RouteList', plural: 'routes', singular: 'route' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources: { status: {} },
      },
    ],
  },
};
