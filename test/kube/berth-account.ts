import { readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { eventually } from '../harness/test-world.ts';
import { connectKube, type KubeConnection, requestKube } from './kube-connection.ts';

const folder = new URL('../../deploy/management-cluster/', import.meta.url);

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const plurals: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  ServiceAccount: 'serviceaccounts',
  Secret: 'secrets',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
};

const pathOf = ({ apiVersion, kind, metadata: { namespace, name } }: Manifest): string => {
  const plural = plurals[kind];
  if (plural === undefined) throw new Error(`it is not known where a ${kind} goes`);
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${base}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}/${name}`;
};

/** What an operator applies: the files in the order of their names, but namespaces first. */
const manifestsOfFolder = (): readonly Manifest[] => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const manifests = files
    .sort()
    .flatMap((name) => parseAllDocuments(readFileSync(new URL(name, folder), 'utf8')))
    .map((document) => document.toJS() as Manifest);
  return [
    ...manifests.filter(({ kind }) => kind === 'Namespace'),
    ...manifests.filter(({ kind }) => kind !== 'Namespace'),
  ];
};

const trial = `hc-${'0'.repeat(26)}`;

/** The server takes up roles and policies some time after it has stored them: until both refuse what is foreign. */
const awaitPolicies = async (admin: KubeConnection, berth: KubeConnection): Promise<void> => {
  await requestKube(admin, {
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { metadata: { name: trial } },
  });
  const refused = async (path: string, body: object, policy: string): Promise<boolean> => {
    const answer = await requestKube(berth, { method: 'POST', path: `${path}?dryRun=All`, body });
    return answer.status === 403 && String(answer.body.message).includes(policy);
  };
  await eventually('the policies', async () => {
    const pool = {
      apiVersion: 'hypershift.openshift.io/v1beta1',
      kind: 'NodePool',
      metadata: { name: 'trial', annotations: { 'hypershift.openshift.io/image-overrides': 'a' } },
      spec: {
        clusterName: 'trial',
        replicas: 1,
        management: { upgradeType: 'Replace' },
        platform: { type: 'None' },
        release: { image: 'registry.example.org/release' },
      },
    };
    const pools = `/apis/hypershift.openshift.io/v1beta1/namespaces/${trial}/nodepools`;
    const configMaps = '/api/v1/namespaces/default/configmaps';
    return (
      (await refused(configMaps, { metadata: { name: 'trial' } }, 'berth-namespaces')) &&
      (await refused(pools, pool, 'berth-hypershift-metadata'))
    );
  });
  await requestKube(admin, { method: 'DELETE', path: `/api/v1/namespaces/${trial}` });
};

/** Sets a management cluster up as its operator does; returns the kubeconfig of Berth's own account. Can be done again. */
export const installBerthAccount = async (adminKubeconfig: string): Promise<string> => {
  const admin = connectKube(adminKubeconfig);
  for (const manifest of manifestsOfFolder()) {
    const { status, body } = await requestKube(admin, {
      method: 'PATCH',
      path: `${pathOf(manifest)}?fieldManager=berth-test&force=true`,
      contentType: 'application/apply-patch+yaml',
      body: JSON.stringify(manifest),
    });
    if (status >= 300) throw new Error(`${manifest.kind} was refused with ${status}: ${body.message}`);
  }
  const path = '/api/v1/namespaces/berth/serviceaccounts/berth/token';
  const granted = await requestKube(admin, { method: 'POST', path, body: { spec: {} } });
  const kubeconfig = parse(adminKubeconfig);
  kubeconfig.users[0].user = { token: granted.body.status.token };
  const text = stringify(kubeconfig);
  const berth = connectKube(text);
  await awaitPolicies(admin, berth);
  for (const { agent } of [admin, berth]) agent.destroy();
  return text;
};
