// Families whose sizes do not follow the rule of the others.
const oddFamilies = /^(hpc|mac|m1|m2|c1|cc|cg|cr|hi|hs|t1)/;
const burstable = /^(t3|t3a|t4g)\.(nano|micro|small|medium|large)$/;

/**
 * vCPUs of an instance type by its name: an xlarge has four, and `large` two. Undefined where the name does not say it
 * (metal, old families). Source: https://docs.aws.amazon.com/ec2/latest/instancetypes/instance-type-names.html
 */
export const vcpuOfInstanceType = (name: string): number | undefined => {
  if (burstable.test(name)) return 2;
  if (oddFamilies.test(name)) return undefined;
  const [, count, size] = /^[a-z][a-z0-9-]*\.(\d*)(x?large)$/.exec(name) ?? [];
  if (size === 'large') return count === '' ? 2 : undefined;
  return size === undefined ? undefined : 4 * Number(count === '' ? 1 : count);
};
