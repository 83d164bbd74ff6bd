import {
  AbortMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { inputOf } from '../../../../domain/platforms/aws/plan/step-inputs.ts';
import type { RemoveResult, StepHandler } from '../../contract.ts';
import { CloudError } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { type Accounts, accountOf } from '../accounts.ts';
import { removing } from '../resource-type.ts';

interface SeenBucket {
  readonly id: string;
  readonly createdAt?: Date;
}

/** Buckets of the account. Their names are unique in the world, and begin with the cluster's own id. */
export const listBuckets = (account: AwsAccount): Promise<readonly SeenBucket[]> =>
  account.remembered('buckets', async () => {
    const found: SeenBucket[] = [];
    let token: string | undefined;
    do {
      const page = await account.s3.send(
        new ListBucketsCommand(token === undefined ? {} : { ContinuationToken: token }),
      );
      for (const { Name = '', CreationDate } of page.Buckets ?? [])
        found.push({ id: Name, ...(CreationDate === undefined ? {} : { createdAt: CreationDate }) });
      token = page.ContinuationToken;
    } while (token !== undefined);
    return found;
  });

/** Thousands of objects that one turn removes; the next turn goes on. */
const pagesPerTurn = 20;

const removeObjects = async ({ s3 }: AwsAccount, bucket: string): Promise<'empty' | 'more'> => {
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket: bucket }),
  );
  const objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
  if (objects.length === 0) return 'empty';
  const answer = await s3.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
  );
  const [failed] = answer.Errors ?? [];
  if (failed !== undefined)
    throw new CloudError(
      'permission',
      failed.Code ?? 'Unknown',
      failed.Message ?? `Objects of ${bucket} stay.`,
    );
  return 'more';
};

const abortUploads = async ({ s3 }: AwsAccount, bucket: string): Promise<void> => {
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  for (const { Key, UploadId } of Uploads)
    await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
};

/** A bucket goes when nothing is in it: versions, marks of deletion, uploads that were never finished. */
export const removeBucket = (
  account: AwsAccount,
  bucket: string,
  assertHeld: () => Promise<void>,
): Promise<RemoveResult> =>
  removing(async () => {
    for (let page = 0; page < pagesPerTurn; page += 1) {
      await assertHeld();
      if ((await removeObjects(account, bucket)) === 'more') continue;
      await abortUploads(account, bucket);
      await assertHeld();
      await account.s3.send(new DeleteBucketCommand({ Bucket: bucket }));
      return 'gone';
    }
    return { againInSeconds: 1, waitingFor: `bucket ${bucket} to be emptied` };
  });

export const sweepBucketsHandler = (accounts: Accounts): StepHandler => ({
  find: async (step) => {
    const { prefix } = inputOf('sweepBuckets', step.planned);
    const buckets = await listBuckets(await accountOf(accounts, step));
    return buckets.filter(({ id }) => id.startsWith(prefix)).map(({ id }) => ({ id, isOurs: true }));
  },
  remove: async (step, id) => removeBucket(await accountOf(accounts, step), id, step.assertHeld),
});
