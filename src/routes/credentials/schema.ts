import { type TProperties, Type } from 'typebox';
import { credentialKinds, isSecretKind } from '../../domain/credential/credential.ts';
import { credentialSettings } from '../../domain/credential/credential-settings.ts';
import { credentialStates } from '../../domain/credential/credential-status.ts';
import { credentialUses } from '../../domain/credential/credential-use.ts';
import type { NewCredential } from '../../domain/credential/new-credential.ts';
import { setupFormats } from '../../domain/credential/setup/setup.ts';
import type { JsonSchema } from '../../domain/shared/schema.ts';
import { CredentialName } from '../shared/names.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { versionMembers } from '../shared/resource-reply.ts';
import { TaggedUnion } from '../shared/tagged-union.ts';
import { MultilineText } from '../shared/text.ts';
import { WriteOnlyReply } from '../shared/write-only.ts';

const Value = MultilineText('^[ -~\\t\\n\\r]+$', {
  maxLength: 65_536,
  hint: 'printable ASCII text',
  description:
    'pullSecret: the text of a dockerconfigjson. kubeconfig: with an https server and a token. openstackClouds: a clouds.yaml. powervsApiKey: the key. signingKey: a private RSA key in PEM. sshKey: a public key of OpenSSH. Never read back.',
  examples: ['{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}'],
});

const titleOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

const settingsSchemas: Readonly<Record<string, JsonSchema>> = credentialSettings;

const branches = credentialKinds.map((kind) => {
  const schema = settingsSchemas[kind];
  const settings = schema === undefined ? undefined : Type.Unsafe({ ...schema });
  const members: TProperties = {
    name: CredentialName,
    kind: Type.Literal(kind),
    ...(isSecretKind(kind) ? { value: Value } : {}),
    ...(settings === undefined ? {} : { settings: isSecretKind(kind) ? Type.Optional(settings) : settings }),
  };
  return Type.Object(members, { additionalProperties: false, title: `Create${titleOf(kind)}Request` });
});

export const CreateCredentialBody = Type.Unsafe<NewCredential>(
  TaggedUnion('kind', branches, {
    title: 'CreateCredentialRequest',
    description: '`kind` and what it takes: `value` for what is secret, `settings` for what opens by trust.',
    examples: [
      {
        name: 'registry',
        kind: 'pullSecret',
        value: '{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}',
      },
      {
        name: 'aws-production',
        kind: 'awsRole',
        settings: { roleArn: 'arn:aws:iam::123456789012:role/berth' },
      },
    ],
  }),
);

export const ReplaceValueBody = Type.Object(
  { value: Value },
  {
    additionalProperties: false,
    title: 'ReplaceCredentialValueRequest',
    examples: [{ value: '{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}' }],
  },
);

const Use = OpenWord(
  credentialUses,
  'existing, managed: the modes of infrastructure. leakScan, leakCleaning: what the leak finder looks at and takes away.',
);

const StatusReply = Reply('CredentialStatus', {
  state: OpenWord(
    credentialStates,
    'valid: the account could be opened with it, and all that infrastructure.mode existing needs is allowed; `uses` says what else.',
  ),
  verifiedAt: Type.Optional(Time('When that was found out.')),
  account: Type.Optional(ReplyText(1000, 'Account, subscription or project that it opens.')),
  problems: ReplyList(ReplyText(1000, 'One of them.'), 'What makes it unsafe or unusable.'),
  uses: Type.Optional(
    ReplyList(
      Reply('TriedUse', {
        use: Use,
        allowed: Type.Boolean({ description: 'Whether every permission that it needs is granted.' }),
      }),
      'What it suffices for; absent when no permission was tried.',
      16,
    ),
  ),
  permissions: Type.Optional(
    ReplyList(
      Reply('TriedPermission', {
        permission: ReplyText(1000, 'In the words of the cloud.'),
        granted: Type.Boolean({ description: 'Whether it is allowed.' }),
        detail: Type.Optional(ReplyText(1000, 'What the cloud said.')),
        neededFor: Type.Optional(
          ReplyList(
            Use,
            'What it is needed for; absent: for everything, empty: only to find out the others.',
            16,
          ),
        ),
      }),
      'Permissions that were tried; not shown in lists.',
    ),
  ),
});

export const CredentialReply = Reply(
  'Credential',
  {
    id: ReplyId('credential', 'Id; never reused.'),
    name: ReplyText(63, 'Name; unique in the tenant.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    kind: OpenWord(credentialKinds, 'What it is.'),
    settings: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      title: 'CredentialSettings',
      additionalProperties: { type: 'string', maxLength: 1000 },
      maxProperties: 16,
      description:
        'What may be read of it. With kind awsRole `externalId`, which Berth made: the trust of the role has to ask for it.',
    }),
    value: Type.Optional(WriteOnlyReply),
    status: StatusReply,
    ...versionMembers,
  },
  'A secret of the tenant, whose value is write-only, or a trust that opens an account.',
);

export const SetupReply = Reply('CredentialSetup', {
  format: OpenWord(setupFormats, 'What the text is.'),
  fileName: ReplyText(64, 'A name for it.'),
  text: ReplyText(131_072, 'The text, with the ids of the credential filled in.'),
});
