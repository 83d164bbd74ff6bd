import { Type } from 'typebox';
import { platformTypes } from '../../domain/platforms/platform-specs.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { Labels, ManagementClusterName } from '../shared/names.ts';
import { OpenWord, Reply, ReplyId, ReplyLabels, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { versionMembers } from '../shared/resource-reply.ts';
import { asPatch } from '../shared/schema-forms.ts';
import { MultilineText, Text, Word } from '../shared/text.ts';
import { WriteOnlyReply } from '../shared/write-only.ts';

const closed = { additionalProperties: false } as const;

const Platforms = Type.Array(Word(platformTypes), {
  minItems: 1,
  maxItems: 16,
  uniqueItems: true,
  description: 'Platforms that are offered on it.',
});

const Capacity = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'Most clusters that it may hold.',
});

const KubeconfigText = MultilineText('^[ -~\\t\\n\\r]+$', {
  maxLength: 65_536,
  hint: 'the text of a kubeconfig',
  description:
    "Kubeconfig (YAML) of Berth's account there. Never read back. Absent: the workers' own account.",
});

export const RegisterManagementClusterBody = Type.Object(
  {
    name: ManagementClusterName,
    labels: Type.Optional(Labels),
    region: Type.Optional(
      Text('^[a-z0-9][-a-z0-9]*$', {
        maxLength: 64,
        hint: 'a region such as eu-west-1',
        description: 'Region.',
      }),
    ),
    platforms: Platforms,
    capacity: Capacity,
    kubeconfig: Type.Optional(KubeconfigText),
  },
  {
    ...closed,
    title: 'RegisterManagementClusterRequest',
    examples: [{ name: 'mc-eu-1', region: 'eu-west-1', platforms: ['aws', 'none'], capacity: 80 }],
  },
);

export const UpdateManagementClusterBody = Type.Object(
  {
    labels: Type.Optional(Type.Unsafe<JsonObject>(asPatch(Labels))),
    platforms: Type.Optional(Platforms),
    capacity: Type.Optional(Capacity),
    cordoned: Type.Optional(Type.Boolean({ description: 'Nothing new is placed on it while this is true.' })),
    kubeconfig: Type.Optional(KubeconfigText),
  },
  {
    ...closed,
    minProperties: 1,
    title: 'UpdateManagementClusterRequest',
    examples: [{ cordoned: true }],
    description: 'JSON Merge Patch (RFC 7396).',
  },
);

export const ManagementClusterReply = Reply(
  'ManagementCluster',
  {
    id: ReplyId('managementCluster', 'Id; never reused.'),
    name: ReplyText(63, 'Name.'),
    labels: ReplyLabels,
    region: Type.Optional(ReplyText(64, 'Region.')),
    platforms: ReplyList(OpenWord(platformTypes, 'Platform.'), 'Platforms that are offered on it.', 16),
    capacity: Type.Integer({ minimum: 0, description: 'Most clusters that it may hold.' }),
    cordoned: Type.Boolean({ description: 'Whether nothing new is placed on it.' }),
    kubeconfig: WriteOnlyReply,
    ...versionMembers,
    status: Reply('ManagementClusterStatus', {
      reachable: Type.Boolean({ description: 'Whether it answers.' }),
      message: ReplyText(4096, 'Why not, for people; empty when it answers.'),
      lastContactAt: Type.Optional(Time('When it answered last.')),
      serverVersion: Type.Optional(ReplyText(64, 'Version of its API server.')),
      supportedMinors: ReplyList(
        ReplyText(16, 'Minor version.'),
        'What its operator supports, newest first.',
        64,
      ),
      placed: Type.Integer({ minimum: 0, description: 'Clusters that are placed on it.' }),
    }),
  },
  'A cluster that holds control planes.',
);
