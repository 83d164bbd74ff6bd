/**
 * vCPUs of a machine type by its name, predefined or custom. Types that are named after their accelerators do not say it:
 * undefined. Source: https://cloud.google.com/compute/docs/machine-resource
 */
export const vcpuOfMachineType = (name: string): number | undefined => {
  if (/^e2-(micro|small|medium)$/.test(name)) return 2;
  const [, custom] = /^(?:[a-z]\d[a-z]?-)?custom-(\d+)-\d+(?:-ext)?$/.exec(name) ?? [];
  const [, predefined] = /^[a-z]\d[a-z]?-[a-z]+-(\d+)(?:-lssd|-metal)?$/.exec(name) ?? [];
  const count = custom ?? predefined;
  return count === undefined ? undefined : Number(count);
};
