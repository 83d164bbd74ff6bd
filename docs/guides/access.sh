#!/usr/bin/env bash
# The commands of access.md as a program, against a running `npm start`.
# Takes BERTH and KEY from the environment; without them, what `npm start` has written to its data directory.
set -eu
cd "$(dirname "$0")/../.."
steps="${BERTH_DATA_DIR:-.berth}/first-steps.json"
export BERTH="${BERTH:-http://127.0.0.1:8080}"
export KEY="${KEY:-$(node -pe "JSON.parse(require('fs').readFileSync('$steps')).tenantKey")}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

json() { node -pe "JSON.parse(require('fs').readFileSync(0))$1"; }
berth() { curl -sS --fail-with-body -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }

berth "$BERTH/v1/api-keys" -d '{ "role": "editor", "description": "pipeline", "expiresAt": "2099-01-01T00:00:00Z" }' >key.json
berth "$BERTH/v1/api-keys" -d '{ "role": "viewer", "scopes": ["clusters.read", "operations.read"] }' | json .prefix

berth -X POST "$BERTH/v1/api-keys/$(json .id <key.json)/rotate?overlap=PT1H" >rotated.json

berth -X DELETE "$BERTH/v1/api-keys/$(json .id <rotated.json)"
berth "$BERTH/v1/api-keys" | json '.items.map((key) => [key.prefix, key.role, key.lastUsedAt])'

berth "$BERTH/v1/identity-issuers" -d '{
  "name": "corporate",
  "issuer": "https://login.example.com/realms/main",
  "audiences": ["berth"],
  "groupsClaim": "groups",
  "rules": [{ "claim": "groups", "contains": "platform-team", "role": "admin" }]
}' >issuer.json
ISSUER=$(json .id <issuer.json)

berth "$BERTH/v1/role-bindings" -d '{
  "subject": { "kind": "serviceAccount", "issuerId": "'"$ISSUER"'", "name": "pipeline" },
  "role": "editor"
}' | json .id

berth "$BERTH/v1/projects" -d '{ "name": "payments" }' >project.json
PROJECT=$(json .id <project.json)
berth "$BERTH/v1/api-keys" -d '{ "role": "admin", "projectId": "'"$PROJECT"'" }' >project-key.json

curl -sS -H "Authorization: Bearer $(json .key <project-key.json)" "$BERTH/v1/me" | json .grants
berth "$BERTH/v1/permissions:check" -d '{ "permission": "clusters.create", "projectId": "'"$PROJECT"'" }' | json .allowed
