import { BerthError } from '../domain/shared/error.ts';

export const credentialInUse = (users: readonly string[]): BerthError =>
  new BerthError(
    'resource-in-use',
    `Clusters use this credential: ${users.join(', ')}. Delete or change them first.`,
    { extensions: { clusterId: users[0] ?? '' } },
  );

export const takenName = (name: string, existingId: string): BerthError =>
  new BerthError('name-conflict', `There is a credential named "${name}" already.`, {
    problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
    extensions: { existingId },
  });

/** Says the same whoever has the account, and since when. */
export const accountClosed = (): BerthError =>
  new BerthError('admission-refused', 'The credential cannot be stored as asked. See `errors`.', {
    problems: [
      {
        pointer: '/settings/roleArn',
        code: 'not-allowed',
        detail: 'This account is not open to the tenant; the operator of the fleet can allow it.',
      },
    ],
  });

export const noValue = (kind: string): BerthError =>
  new BerthError('admission-refused', `A credential of kind ${kind} has no value.`, {
    problems: [
      {
        pointer: '/value',
        code: 'not-allowed',
        detail: `A credential of kind ${kind} has settings only; store another one instead.`,
      },
    ],
  });

/** @param allowed formats that there are for the kind; none for kinds that need nothing set up. */
export const otherFormat = (kind: string, allowed: readonly string[]): BerthError =>
  new BerthError(
    'malformed-request',
    allowed.length === 0
      ? `Nothing has to be set up for a credential of kind ${kind}.`
      : `For a credential of kind ${kind} there are these formats: ${allowed.join(', ')}.`,
    {
      problems: [
        { pointer: '/format', code: 'not-allowed', detail: 'There is no text in this format.', allowed },
      ],
    },
  );
