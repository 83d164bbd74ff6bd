/** What an address of a key in a key service may look like. */
export const kmsAddressForm =
  'aws-kms://arn:aws:kms:REGION:ACCOUNT:key/ID, with ?region=REGION and &endpoint=https://HOST where they differ';

const form =
  /^aws-kms:\/\/(?<arn>arn:aws[a-z-]*:kms:(?<region>[a-z0-9-]+):[0-9]{12}:key\/[\w-]+)(?:\?(?<query>.*))?$/;

export interface KmsAddress {
  readonly arn: string;
  readonly region: string;
  readonly endpoint?: string;
}

/** Throws when the text is no address of a key. */
export const readKmsAddress = (text: string): KmsAddress => {
  const { arn, region, query } = form.exec(text)?.groups ?? {};
  const search = new URLSearchParams(query);
  const endpoint = search.get('endpoint') ?? undefined;
  const isKnown = [...search.keys()].every((name) => name === 'region' || name === 'endpoint');
  const isEndpoint =
    endpoint === undefined || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
  if (arn === undefined || region === undefined || !isKnown || !isEndpoint)
    throw new Error(`"${text}" is not ${kmsAddressForm}`);
  return { arn, region: search.get('region') || region, ...(endpoint === undefined ? {} : { endpoint }) };
};
