#!/usr/bin/env bash
# The first five minutes of the README as a program: the same commands against a running `npm start`, with checks.
# Takes BERTH, KEY and SECRET from the environment; without them, what `npm start` has written to its data directory.
set -eu
cd "$(dirname "$0")/../.."
steps="${BERTH_DATA_DIR:-.berth}/first-steps.json"
remembered() { node -pe "JSON.parse(require('fs').readFileSync('$steps')).$1"; }
export BERTH="${BERTH:-http://127.0.0.1:8080}"
export KEY="${KEY:-$(remembered tenantKey)}"
export SECRET="${SECRET:-$(remembered pullSecretCredentialId)}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

step() { printf '\n--- %s\n' "$1"; }
expect() { [ "$2" = "$3" ] || { printf '%s: expected "%s", got "%s"\n' "$1" "$3" "$2" >&2; exit 1; }; }
ended() { berth "$BERTH/v1/operations/$1?wait=60s" | json .state; }

json() { node -pe "JSON.parse(require('fs').readFileSync(0))$1"; }
berth() { curl -sS --fail-with-body -H "Authorization: Bearer $KEY" "$@"; }

step 'create'
berth "$BERTH/v1/clusters" -H 'Content-Type: application/json' -H "Idempotency-Key: first-$(date +%s)" -d '{
  "name": "first",
  "labels": { "env": "test" },
  "spec": {
    "version": "4.20.3",
    "platform": { "type": "kubevirt", "kubevirt": {} },
    "pullSecretCredentialId": "'"$SECRET"'",
    "nodePools": [{ "name": "workers", "replicas": 2 }]
  }
}' >created.json
ID=$(json .cluster.id <created.json)
OPERATION=$(json .operation.id <created.json)

step 'watch'
berth "$BERTH/v1/operations/$OPERATION?wait=60s" | json .state
berth "$BERTH/v1/clusters/$ID" | json .status.phase
expect 'create' "$(ended "$OPERATION")" succeeded
expect 'phase' "$(berth "$BERTH/v1/clusters/$ID" | json .status.phase)" ready

step 'use'
berth "$BERTH/v1/clusters/$ID/kubeconfig?ttl=PT1H" -H 'Accept: application/yaml' >first.kubeconfig
if command -v kubectl >/dev/null 2>&1; then
kubectl --kubeconfig first.kubeconfig get nodes
kubectl --kubeconfig first.kubeconfig get clusterversion
expect 'nodes' "$(kubectl --kubeconfig first.kubeconfig get nodes -o name | wc -l | tr -d ' ')" 2
else
  echo 'kubectl is not here: the kubeconfig was fetched and not used'
fi

step 'change'
TAG=$(berth -o /dev/null -D - "$BERTH/v1/clusters/$ID" | grep -i '^etag:' | cut -d ' ' -f 2 | tr -d '\r')
berth -X PATCH "$BERTH/v1/clusters/$ID?wait=60s" -H 'Content-Type: application/merge-patch+json' \
  -H "If-Match: $TAG" -d '{ "spec": { "version": "4.20.4" } }' | tee changed.json | json .operation.state
expect 'change' "$(ended "$(json .operation.id <changed.json)")" succeeded

step 'the same tag again'
berth -X PATCH "$BERTH/v1/clusters/$ID" -H 'Content-Type: application/merge-patch+json' \
  -H "If-Match: $TAG" -d '{ "labels": { "env": "prod" } }' | tee stale.json | json .code
expect 'stale tag' "$(json .code <stale.json)" stale-etag

step 'scale'
POOL=$(berth "$BERTH/v1/node-pools?clusterId=$ID" | json '.items[0].id')
berth -X PATCH "$BERTH/v1/node-pools/$POOL?wait=60s" -H 'Content-Type: application/merge-patch+json' \
  -d '{ "spec": { "replicas": 3 } }' | tee scaled.json | json .operation.state
expect 'scale' "$(ended "$(json .operation.id <scaled.json)")" succeeded

step 'delete'
berth -X DELETE "$BERTH/v1/clusters/$ID?wait=60s" | tee deleted.json | json .operation.state
berth "$BERTH/v1/clusters/$ID" | json .code
expect 'delete' "$(ended "$(json .operation.id <deleted.json)")" succeeded

step 'all of it worked'
