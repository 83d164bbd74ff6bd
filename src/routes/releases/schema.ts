import { Type } from 'typebox';
import { Reply, ReplyList, ReplyText } from '../shared/reply-fields.ts';
import { Text, Version } from '../shared/text.ts';

export const PutReleaseBody = Type.Object(
  {
    image: Text('^[a-z0-9][a-z0-9.:/_@-]*$', {
      maxLength: 512,
      hint: 'the pull spec of a release image',
      description: 'Pull spec of the release payload.',
      examples: ['quay.io/openshift-release-dev/ocp-release:4.20.3-x86_64'],
    }),
    channels: Type.Array(
      Text('^[a-z0-9][-a-z0-9.]*$', { maxLength: 64, hint: 'a channel such as stable-4.20' }),
      { maxItems: 32, description: 'Channels that offer it.' },
    ),
    enabled: Type.Boolean({ description: 'Whether new clusters may have it.' }),
  },
  {
    additionalProperties: false,
    title: 'PutReleaseRequest',
    examples: [
      {
        image: 'quay.io/openshift-release-dev/ocp-release:4.20.3-x86_64',
        channels: ['stable-4.20'],
        enabled: true,
      },
    ],
  },
);

export const ReleaseParams = Type.Object(
  { version: Version('Version of the release.') },
  { additionalProperties: false },
);

export const ReleaseReply = Reply(
  'Release',
  {
    version: ReplyText(64, 'Version.'),
    image: ReplyText(512, 'Pull spec of the release payload.'),
    channels: ReplyList(ReplyText(64, 'Channel.'), 'Channels that offer it.', 32),
    enabled: Type.Boolean({ description: 'Whether new clusters may have it.' }),
  },
  'A release of the catalogue.',
);

export const ReleaseListReply = Reply('ReleaseList', {
  items: ReplyList(ReleaseReply, 'All releases.', 2_000),
});
