import {
  AddClientIDToOpenIDConnectProviderCommand,
  CreateOpenIDConnectProviderCommand,
  DeleteOpenIDConnectProviderCommand,
  GetOpenIDConnectProviderCommand,
  type GetOpenIDConnectProviderCommandOutput,
  TagOpenIDConnectProviderCommand,
} from '@aws-sdk/client-iam';
import { providerArnOf } from '../../../domain/platforms/aws/plan/policy-documents.ts';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext, StepHandler } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { unlessMissing, unlessRefusedWith } from './errors.ts';
import { foreignMarks, isOurs, missingTags, readTags, tagDrift, tagList } from './marks.ts';
import { idFrom, removing } from './resource-type.ts';

/** The ARN is made of the issuer: exactly this one, never one that begins like it. */
const arnOf = ({ partition, accountId }: AwsAccount, step: StepContext): string =>
  providerArnOf(partition, accountId, inputOf('oidcProvider', step.planned).issuerUrl);

type Provider = GetOpenIDConnectProviderCommandOutput;

const read = (account: AwsAccount, arn: string): Promise<Provider | undefined> =>
  unlessMissing(account.iam.send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: arn })));

const missingAudiences = ({ ClientIDList = [] }: Provider, step: StepContext): readonly string[] =>
  inputOf('oidcProvider', step.planned).audiences.filter((audience) => !ClientIDList.includes(audience));

export const removeProvider = ({ iam }: AwsAccount, arn: string) =>
  removing(async () => {
    await iam.send(new DeleteOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: arn }));
    return 'gone';
  });

/** The account's trust in the issuer of the cluster's tokens. */
export const oidcProviderHandler = (accounts: Accounts): StepHandler => ({
  find: async (step, idHint) => {
    const account = await accountOf(accounts, step);
    const id = arnOf(account, step);
    const provider = await account.remembered(id, () => read(account, id));
    if (provider === undefined) return [];
    const tags = readTags(provider.Tags);
    if (!isOurs(tags, step, id, idHint)) return [{ id, isOurs: false }];
    const audiences = missingAudiences(provider, step).map((audience) => `audience ${audience} is missing`);
    return [
      {
        id,
        isOurs: true,
        drift: [...tagDrift(tags, inputOf('oidcProvider', step.planned).tags), ...audiences],
      },
    ];
  },
  create: async (step) => {
    const account = await accountOf(accounts, step);
    const { issuerUrl, audiences, thumbprints, tags } = inputOf('oidcProvider', step.planned);
    const answer = await account.iam.send(
      new CreateOpenIDConnectProviderCommand({
        Url: issuerUrl,
        ClientIDList: [...audiences],
        ...(thumbprints.length === 0 ? {} : { ThumbprintList: [...thumbprints] }),
        Tags: tagList(tags),
      }),
    );
    return idFrom(answer.OpenIDConnectProviderArn, 'CreateOpenIDConnectProvider');
  },
  settle: async (step, id) => {
    const account = await accountOf(accounts, step);
    const provider = await account.remembered(id, () => read(account, id));
    // Made a moment ago, with all that is planned.
    if (provider === undefined) return 'done';
    const tags = missingTags(readTags(provider.Tags), inputOf('oidcProvider', step.planned).tags);
    if (Object.keys(tags).length > 0)
      await account.iam.send(
        new TagOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: id, Tags: tagList(tags) }),
      );
    for (const audience of missingAudiences(provider, step)) {
      await step.assertHeld();
      await unlessRefusedWith(
        account.iam.send(
          new AddClientIDToOpenIDConnectProviderCommand({
            OpenIDConnectProviderArn: id,
            ClientID: audience,
          }),
        ),
        'EntityAlreadyExists',
      );
    }
    return 'done';
  },
  remove: async (step, id) => {
    const account = await accountOf(accounts, step);
    const provider = await account.remembered(id, () => read(account, id));
    const tags = provider && readTags(provider.Tags);
    return foreignMarks(tags, step, id) ?? removeProvider(account, id);
  },
});
