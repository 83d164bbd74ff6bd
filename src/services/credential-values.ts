import { createPrivateKey, type KeyObject } from 'node:crypto';
import { parse, stringify } from 'yaml';
import type { SecretKind } from '../domain/credential/credential.ts';
import { checkDockerConfig } from '../domain/credential/values/docker-config.ts';
import { checkKubeconfig } from '../domain/credential/values/kubeconfig.ts';
import { checkCloud, cloudOf } from '../domain/credential/values/openstack-clouds.ts';
import { checkPowervsApiKey } from '../domain/credential/values/powervs-api-key.ts';
import { checkSshPublicKey } from '../domain/credential/values/ssh-public-key.ts';
import { badValue } from '../domain/credential/values/value-problem.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';

/** What a value is read with. */
interface ValueContext {
  /** The cloud of a clouds.yaml. */
  readonly cloudName: string;
}

interface Reading {
  /** As it is stored. */
  readonly stored: string;
  readonly problems: readonly FieldProblem[];
}

/** Other readers would put what such a key holds beside it; after reading there is none left that was meant so. */
const mergeKey = '<<';

const hasMergeKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, member]) => key === mergeKey || hasMergeKey(member));

/**
 * Undefined for what has any fault: readers disagree about such texts. The parser would repeat the text in its messages, so
 * that none of them is handed on.
 */
const readYaml = (text: string): unknown => {
  try {
    const value: unknown = parse(text, {
      maxAliasCount: 20,
      prettyErrors: false,
      logLevel: 'error',
      merge: true,
    });
    return hasMergeKey(value) ? undefined : value;
  } catch {
    return undefined;
  }
};

const leastBits = 2048;
const mostBits = 8192;

const readPrivateKey = (pem: string): KeyObject | undefined => {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return undefined;
  }
};

/** In the one form that HyperShift's operator parses. */
const readSigningKey = (text: string): Reading => {
  const key = readPrivateKey(text);
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key?.asymmetricKeyType !== 'rsa' || bits < leastBits || bits > mostBits)
    return {
      stored: '',
      problems: [
        badValue(
          `Must be a private RSA key of ${leastBits} to ${mostBits} bits in PEM, without a passphrase.`,
        ),
      ],
    };
  return { stored: key.export({ type: 'pkcs1', format: 'pem' }).toString(), problems: [] };
};

/** Only the cloud that is meant, under the one name that the manifests give it. Quoted: to older readers `yes` is no text. */
const readClouds = (text: string, { cloudName }: ValueContext): Reading => {
  const cloud = cloudOf(readYaml(text), cloudName);
  const stored = stringify(
    { clouds: { openstack: cloud } },
    { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
  );
  return { stored, problems: checkCloud(cloud, cloudName) };
};

/** What was checked is what is handed on: plain JSON, which every reader takes alike. */
const readKubeconfig = (text: string): Reading => {
  const config = readYaml(text);
  return { stored: JSON.stringify(config) ?? '', problems: checkKubeconfig(config) };
};

const asGiven =
  (check: (text: string) => readonly FieldProblem[]) =>
  (text: string): Reading => ({ stored: text, problems: check(text) });

const asOneLine =
  (check: (text: string) => readonly FieldProblem[]) =>
  (text: string): Reading => ({ stored: text.trim(), problems: check(text) });

const readers: Readonly<Record<SecretKind, (text: string, context: ValueContext) => Reading>> = {
  pullSecret: asGiven(checkDockerConfig),
  kubeconfig: readKubeconfig,
  openstackClouds: readClouds,
  powervsApiKey: asOneLine(checkPowervsApiKey),
  signingKey: readSigningKey,
  sshKey: asOneLine(checkSshPublicKey),
};

const names: Readonly<Record<SecretKind, string>> = {
  pullSecret: 'a pull secret',
  kubeconfig: 'a kubeconfig that Berth may hand on',
  openstackClouds: 'a clouds.yaml that Berth may hand on',
  powervsApiKey: 'an API key',
  signingKey: 'a signing key',
  sshKey: 'a public key',
};

/** The value as it is stored. Throws `malformed-request` with every problem, and nothing of the value. */
export const readCredentialValue = (kind: SecretKind, text: string, context: ValueContext): string => {
  const { stored, problems } = readers[kind](text, context);
  if (problems.length > 0)
    throw new BerthError('malformed-request', `The value is not ${names[kind]}.`, { problems });
  return stored;
};
