/** What a credential of a cloud may be for; each needs permissions of its own. */
export const credentialUses = [
  /** `infrastructure.mode: existing`: what the user made is looked at. */
  'existing',
  /** `infrastructure.mode: managed`: Berth makes it, keeps it and takes it away. */
  'managed',
  /** The leak finder looks for what clusters left behind. */
  'leakScan',
  /** The leak finder takes it away. */
  'leakCleaning',
] as const;

export type CredentialUse = (typeof credentialUses)[number];

/** Pieces of work that permissions are listed by. */
type Part = 'look' | 'make' | 'remove';

const usesOfPart: Readonly<Record<Part, readonly CredentialUse[]>> = {
  look: credentialUses,
  make: ['managed'],
  remove: ['managed', 'leakCleaning'],
};

/** What a permission is needed for, by the lists that name it. */
export const usesByPart =
  (parts: Readonly<Record<Part, readonly string[]>>) =>
  (permission: string): readonly CredentialUse[] => {
    const named = (Object.keys(usesOfPart) as readonly Part[]).filter((part) =>
      parts[part].includes(permission),
    );
    return credentialUses.filter((use) => named.some((part) => usesOfPart[part].includes(use)));
  };
