/** The part of a CycloneDX document that is looked at: https://cyclonedx.org/docs/1.6/json/ */
export interface Bill {
  readonly bomFormat?: string;
  readonly components?: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version?: string;
    readonly licenses?: readonly unknown[];
  }[];
}

/** Direct dependencies that a bill of materials does not name with their exact version and a licence. */
export const judgeBill = (
  manifest: { readonly dependencies?: Readonly<Record<string, string>> },
  { bomFormat, components = [] }: Bill,
): readonly string[] => {
  if (bomFormat !== 'CycloneDX') return ['this is no CycloneDX document'];
  const named = new Set(
    components
      .filter(({ licenses = [] }) => licenses.length > 0)
      .map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`),
  );
  return Object.entries(manifest.dependencies ?? {})
    .map(([name, version]) => `${name}@${version}`)
    .filter((one) => !named.has(one));
};
