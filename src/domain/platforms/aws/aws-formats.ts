/** Forms of AWS identifiers; accounts have twelve digits, partitions are aws, aws-cn, aws-us-gov and the like. */
export const roleArn =
  /^(?=.{1,600}$)arn:aws(?:-[a-z]+)*:iam::\d{12}:role\/(?:[\w+=,.@-]+\/)*[\w+=,.@-]{1,64}$/;

/** Of an account root, a role or a user. The CRD takes no more than 255 characters. */
export const principalArn =
  /^(?=.{1,255}$)arn:aws(?:-[a-z]+)*:iam::\d{12}:(?:root|(?:role|user)\/(?:[\w+=,.@-]+\/)*[\w+=,.@-]{1,64})$/;

/** `aws` in the place of the account: a policy that AWS keeps. */
export const policyArn =
  /^(?=.{1,600}$)arn:aws(?:-[a-z]+)*:iam::(?:\d{12}|aws):policy\/(?:[\w+=,.@-]+\/)*[\w+=,.@-]{1,128}$/;

export const kmsKeyArn =
  /^arn:aws(?:-[a-z]+)*:kms:[a-z0-9-]+:\d{12}:(?:key\/[\w-]{1,256}|alias\/[\w/-]{1,256})$/;

/** A region or one of its zones: `eu-west-1`, `us-gov-west-1`. */
export const regionName = /^[a-z]{2,4}(?:-[a-z]+)+-\d{1,2}$/;

/** Names of roles, buckets and the ownership tag begin with it; 27 characters leave room for what follows. */
export const infraId = /^(?=.{1,27}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

export const vpcId = /^vpc-[0-9a-z]{1,17}$/;

export const subnetId = /^subnet-[0-9a-z]{1,17}$/;

export const securityGroupId = /^sg-[0-9a-z]{1,17}$/;

export const imageId = /^ami-[0-9a-z]{1,17}$/;

export const capacityReservationId = /^cr-[a-f0-9]{17}$/;

export const hostedZoneId = /^[A-Z0-9]{1,32}$/;

/** Path-free name of an instance profile. Source: IAM, CreateInstanceProfile. */
export const instanceProfileName = /^[\w+=,.@-]{1,128}$/;

export const instanceType = /^[a-z][a-z0-9-]*\.[a-z0-9-]+$/;

/** Families with Graviton or Grace processors: a1, m7g, c7gn, im4gn, p6e-gb200; not g5, whose g stands for graphics. */
export const arm64InstanceType = /^(?:a1|[a-z]+\d+g[a-z]*|[a-z]+\d+[a-z]*-gb\d+)\./;

/** Without query and fragment: the operator appends the paths of the discovery documents. The CRD takes 255 characters. */
export const issuerUrl =
  /^(?=.{1,255}$)https:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/i;

/** Source: the CRD of HostedClusters. */
export const queueUrl = /^https:\/\/sqs\.[a-z0-9-]+\.amazonaws\.com\/\d{12}\/[\w-]+(?:\.fifo)?$/;

/** Characters that the API of HyperShift takes in tags. */
export const tagText = /^[0-9A-Za-z_.:/=+@-]+$/;

/**
 * AWS keeps the first for itself; the others say which cluster owns a thing, and the operators, Karpenter, deletion and the
 * search for leaks believe them.
 */
export const reservedTagKey =
  /^(?:aws:|kubernetes\.io\/|(?:hypershift|sigs)\.[a-z0-9.]+\/|karpenter\.|red-hat-|berth\.io\/|berth-)/i;
