#!/usr/bin/env bash
# The commands of managed-infrastructure.md as a program, against a running `npm start`, whose clouds are the sandbox's.
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

step 'a credential without a key'
berth "$BERTH/v1/credentials" -H 'Content-Type: application/json' -d '{
  "name": "aws-production",
  "kind": "awsRole",
  "settings": { "roleArn": "arn:aws:iam::123456789012:role/berth" }
}' >credential.json
CREDENTIAL=$(json .id <credential.json)
json .settings.externalId <credential.json

step 'what the account has to grant'
berth "$BERTH/v1/credentials/$CREDENTIAL/setup?format=cloudformation" | json .text | head -5

step 'a trial'
berth -X POST "$BERTH/v1/credentials/$CREDENTIAL/verify" | json .status.state

step 'a plan'
cat >cluster.json <<EOF
{
  "name": "managed",
  "spec": {
    "version": "4.20.3",
    "platform": { "type": "aws", "aws": {
      "region": "eu-west-1",
      "credentialId": "$CREDENTIAL",
      "infrastructure": { "mode": "managed", "zones": ["eu-west-1a", "eu-west-1b"], "natGateways": "single" }
    } },
    "dns": { "baseDomain": "example.org", "domainPrefix": "managed" },
    "pullSecretCredentialId": "$SECRET",
    "nodePools": [{ "name": "workers", "replicas": 2, "zone": "eu-west-1a" }]
  }
}
EOF
berth "$BERTH/v1/clusters?dryRun=true" -H 'Content-Type: application/json' -d @cluster.json >plan.json
expect 'problems' "$(json .problems.length <plan.json)" 0
json '.resources.map(({ step }) => step).join(" ")' <plan.json

step 'create'
berth "$BERTH/v1/clusters" -H 'Content-Type: application/json' -d @cluster.json >created.json
ID=$(json .cluster.id <created.json)
expect 'create' "$(ended "$(json .operation.id <created.json)")" succeeded

step 'what it stands on'
berth "$BERTH/v1/clusters/$ID/resources" >resources.json
json '.items.map(({ step, state }) => step + " " + state).join("\n")' <resources.json

step 'its issuer'
INFRA=$(berth "$BERTH/v1/clusters/$ID" | json .status.infrastructure.id)
expect 'keys' "$(curl -sS "$BERTH/oidc/$INFRA/openid/v1/jwks" | json .keys.length)" 1

step 'delete'
berth -X DELETE "$BERTH/v1/clusters/$ID" >deleted.json
expect 'delete' "$(ended "$(json .operation.id <deleted.json)")" succeeded
berth -X DELETE "$BERTH/v1/credentials/$CREDENTIAL"
printf '\nAll of it worked.\n'
