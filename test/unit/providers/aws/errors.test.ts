import { describe, expect, it } from 'vitest';
import {
  hasCode,
  isNotFound,
  toCloudError,
  unlessMissing,
  unlessRefusedWith,
} from '../../../../src/providers/infrastructure/aws/errors.ts';
import { CloudError } from '../../../../src/providers/infrastructure/contract.ts';

/** What the SDK throws for a refusal. */
const refusal = (name: string, message = name, status = 400): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });

const kindOf = (error: unknown, isWrite = true) => toCloudError(error, isWrite).kind;

describe('a refusal of AWS', () => {
  it.each([
    ['RequestLimitExceeded', 'throttled'],
    ['Throttling', 'throttled'],
    ['ThrottlingException', 'throttled'],
    ['TooManyRequestsException', 'throttled'],
    ['SlowDown', 'throttled'],
    ['VpcLimitExceeded', 'quota'],
    ['AddressLimitExceeded', 'quota'],
    ['NatGatewayLimitExceeded', 'quota'],
    ['LimitExceeded', 'quota'],
    ['TooManyHostedZones', 'quota'],
    ['InsufficientFreeAddressesInSubnet', 'capacity'],
    ['InsufficientInstanceCapacity', 'capacity'],
    ['UnauthorizedOperation', 'permission'],
    ['AccessDenied', 'permission'],
    ['AccessDeniedException', 'permission'],
    ['OperationNotPermitted', 'permission'],
    ['ExpiredToken', 'credentials'],
    ['RequestExpired', 'credentials'],
    ['InvalidClientTokenId', 'credentials'],
    ['AuthFailure', 'credentials'],
    ['CredentialsProviderError', 'credentials'],
    ['DependencyViolation', 'conflict'],
    ['InvalidVpcID.NotFound', 'conflict'],
    ['InvalidIPAddress.InUse', 'conflict'],
    ['DeleteConflict', 'conflict'],
    ['HostedZoneNotEmpty', 'conflict'],
    ['PriorRequestNotComplete', 'conflict'],
    ['EntityAlreadyExists', 'conflict'],
    ['InvalidSubnet.Conflict', 'conflict'],
    ['VolumeInUse', 'conflict'],
    ['InvalidVpc.Range', 'invalid'],
    ['MalformedPolicyDocument', 'invalid'],
    ['ValidationError', 'invalid'],
  ] as const)('%s is of kind %s', (code, kind) => {
    expect(toCloudError(refusal(code), true)).toMatchObject({ kind, code });
  });

  it('with a status alone is told by that', () => {
    expect(kindOf(refusal('Strange', 'no', 429))).toBe('throttled');
    expect(kindOf(refusal('Strange', 'no', 404))).toBe('invalid');
    expect(kindOf(refusal('InternalError', 'no', 500))).toBe('unknownOutcome');
    expect(kindOf(refusal('InternalError', 'no', 500), false)).toBe('transient');
  });

  it('of a policy differs by its words', () => {
    const malformed = 'MalformedPolicyDocument';
    expect(kindOf(refusal(malformed, 'Invalid principal in policy: "AWS":"…"'))).toBe('conflict');
    expect(kindOf(refusal(malformed, 'Syntax errors in policy.'))).toBe('invalid');
    const missing = 'Policy arn:aws-cn:iam::aws:policy/x does not exist or is not attachable.';
    expect(kindOf(refusal('NoSuchEntity', missing))).toBe('invalid');
    expect(kindOf(refusal('NoSuchEntity', 'The role with name x cannot be found.'))).toBe('conflict');
  });

  it('of a thing that another one holds is none of the credentials', () => {
    const held = 'You do not have permission to access the specified resource.';
    expect(kindOf(refusal('AuthFailure', held))).toBe('conflict');
    expect(kindOf(refusal('InvalidParameterValue', "Network interface 'eni-1' is currently in use."))).toBe(
      'conflict',
    );
    expect(kindOf(refusal('InvalidParameterValue', 'Value (x) is invalid.'))).toBe('invalid');
  });

  it('is told without the blob for administrators, in at most 400 characters', () => {
    const { message } = toCloudError(
      refusal(
        'UnauthorizedOperation',
        `You may not.\n Encoded authorization failure message: ${'x'.repeat(900)}`,
      ),
      true,
    );
    expect(message).toBe('You may not.');
    expect(toCloudError(refusal('X', 'y'.repeat(900)), true).message).toHaveLength(400);
  });
});

describe('no answer of AWS', () => {
  it('leaves open what became of a change, and nothing of a question', () => {
    const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    expect(toCloudError(reset, true)).toMatchObject({ kind: 'unknownOutcome', code: 'ECONNRESET' });
    expect(kindOf(reset, false)).toBe('transient');
    expect(kindOf(Object.assign(new Error('late'), { name: 'TimeoutError' }))).toBe('unknownOutcome');
  });

  it('is known to have done nothing when nobody was there to ask', () => {
    const unsent = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(kindOf(unsent)).toBe('transient');
  });

  it('may be anything that is thrown', () => {
    expect(toCloudError('a text', false)).toMatchObject({
      kind: 'transient',
      code: 'Unknown',
      message: 'a text',
    });
    const known = new CloudError('quota', 'X', 'y');
    expect(toCloudError(known, true)).toBe(known);
  });
});

describe('a look at what may be missing', () => {
  const missing = async () => {
    throw toCloudError(refusal('NoSuchEntityException'), false);
  };
  const denied = async () => {
    throw toCloudError(refusal('AccessDenied'), false);
  };

  it('finds nothing, and never takes a refusal to look for absence', async () => {
    expect(await unlessMissing(missing())).toBeUndefined();
    await expect(unlessMissing(denied())).rejects.toMatchObject({ kind: 'permission' });
    expect(isNotFound(new Error('NotFound'))).toBe(false);
  });

  it('takes a named refusal well, with and without the ending that some services give', async () => {
    expect(await unlessRefusedWith(missing(), 'NoSuchEntity')).toBe('refused');
    expect(await unlessRefusedWith(Promise.resolve(1), 'NoSuchEntity')).toBe('done');
    await expect(unlessRefusedWith(denied(), 'NoSuchEntity')).rejects.toMatchObject({ code: 'AccessDenied' });
    expect(hasCode(new Error('x'), 'x')).toBe(false);
  });
});
