import { describe, expect, it } from 'vitest';
import { webIdentityTrust } from '../../../../../src/domain/platforms/aws/web-identity-trust.ts';
import type { JsonObject, JsonValue } from '../../../../../src/domain/shared/json.ts';

const issuer = 'oidc.example.org/b1';
const provider = `arn:aws:iam::123456789012:oidc-provider/${issuer}`;
const ingress = 'system:serviceaccount:openshift-ingress-operator:ingress-operator';
const byName = { StringEquals: { [`${issuer}:sub`]: ingress } };

const statement = (change: JsonObject = {}): JsonObject => ({
  Effect: 'Allow',
  Principal: { Federated: provider },
  Action: 'sts:AssumeRoleWithWebIdentity',
  Condition: byName,
  ...change,
});

const read = (...statements: readonly JsonValue[]) =>
  webIdentityTrust({ Statement: statements }, provider, issuer);

const subjects = (test: string, value: JsonValue): JsonObject =>
  statement({ Condition: { [test]: { [`${issuer}:sub`]: value } } });

describe('the trust of a role in an issuer', () => {
  it('is in the service accounts that it names', () => {
    expect(read(statement())).toBe('named');
    expect(webIdentityTrust({ Statement: statement() }, provider, issuer)).toBe('named');
    expect(read(subjects('StringLike', 'system:serviceaccount:openshift-image-registry:*'))).toBe('named');
    expect(read(subjects('ForAnyValue:StringEquals', [ingress, 'system:serviceaccount:a:b']))).toBe('named');
    expect(read(statement({ Principal: { Federated: [provider, 'arn:aws:other'] } }))).toBe('named');
  });

  it('is in everybody without a test of the subject, or with one that lets all pass', () => {
    expect(read(statement({ Condition: { StringEquals: { [`${issuer}:aud`]: 'openshift' } } }))).toBe(
      'everybody',
    );
    const { Condition: _none, ...unbound } = statement();
    expect(read(unbound)).toBe('everybody');
    expect(read(subjects('StringLike', '*'))).toBe('everybody');
    expect(read(subjects('StringLike', 'system:serviceaccount:*'))).toBe('everybody');
    expect(read(subjects('StringLike', 'system:serviceaccount:*:ingress-operator'))).toBe('everybody');
    expect(read(subjects('StringLike', [ingress, '*']))).toBe('everybody');
    expect(read(subjects('StringNotEquals', ingress))).toBe('everybody');
    expect(read(subjects('StringEqualsIfExists', ingress))).toBe('everybody');
    expect(read(subjects('StringEquals', []))).toBe('everybody');
    expect(read(subjects('StringEquals', 7))).toBe('everybody');
    expect(read(statement({ Condition: { StringEquals: 'nothing' } }))).toBe('everybody');
  });

  it('is in everybody when one statement of several is', () => {
    expect(read(statement(), subjects('StringLike', '*'))).toBe('everybody');
  });

  it('counts a statement for every provider, which its test binds to the issuer', () => {
    expect(read(statement({ Principal: '*' }))).toBe('named');
    expect(read(statement({ Principal: { Federated: '*' }, Condition: {} }))).toBe('everybody');
  });

  it('is in nobody when no statement lets tokens of the issuer in', () => {
    const longer = `${provider}-2`;
    expect(read(statement({ Principal: { Federated: longer } }))).toBe('none');
    expect(read(statement({ Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }))).toBe(
      'none',
    );
    expect(read(statement({ Effect: 'Deny' }))).toBe('none');
    expect(read(statement({ Principal: 'nobody' }))).toBe('none');
    expect(read('no statement')).toBe('none');
    expect(webIdentityTrust('no document', provider, issuer)).toBe('none');
    expect(webIdentityTrust(undefined, provider, issuer)).toBe('none');
  });
});
