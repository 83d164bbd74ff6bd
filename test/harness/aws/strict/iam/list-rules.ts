import { iamAnswer, xmlAnswer } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { descendants, find, parseXml, writeXml } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';

/** What IAM leaves out of its lists: whoever needs it has to look at the thing itself. */
const leftOut = ['Tags', 'RoleLastUsed', 'PermissionsBoundary'];

const shorten = (_call: AwsCall, answer: { readonly body: Buffer }) => {
  const document = parseXml(answer.body.toString('utf8'));
  for (const member of descendants(document, 'member'))
    member.children = member.children.filter(({ name }) => !leftOut.includes(name));
  return xmlAnswer(200, document);
};

/** Lists of IAM tell less than moto's, and an action for tags that moto does not have. */
export const iamListRules: StrictRule = {
  before: {
    'iam:ListInstanceProfileTags': async ({ action, parameters }, { moto }) => {
      const reply = await moto.query('iam', 'GetInstanceProfile', {
        InstanceProfileName: parameters.get('InstanceProfileName') ?? '',
      });
      const tags = find(reply, 'GetInstanceProfileResult', 'InstanceProfile', 'Tags');
      return iamAnswer(
        action,
        `${tags === undefined ? '<Tags/>' : writeXml(tags)}<IsTruncated>false</IsTruncated>`,
      );
    },
  },
  after: {
    'iam:ListRoles': shorten,
    'iam:ListInstanceProfiles': shorten,
    'iam:ListInstanceProfilesForRole': shorten,
  },
};
