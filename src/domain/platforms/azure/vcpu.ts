/**
 * vCPUs of a size by its name, from version 3 of a family on: the number after the family, or the one after the hyphen
 * of a constrained size. Earlier sizes count differently: undefined.
 * Source: https://learn.microsoft.com/azure/virtual-machines/vm-naming-conventions
 */
export const vcpuOfVmSize = (name: string): number | undefined => {
  const [, whole, constrained, version] =
    /^Standard_[A-Z]+(\d+)(?:-(\d+))?[a-z]*(?:_[A-Za-z0-9]+)?_v(\d+)$/.exec(name) ?? [];
  if (version === undefined || Number(version) < 3) return undefined;
  return Number(constrained ?? whole);
};
