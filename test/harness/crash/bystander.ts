import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import type { FakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';

/** What may never be seen on a management cluster, not for a moment. */
export interface Bystander {
  look(): void;
  problems(): readonly string[];
}

const find = (objects: readonly KubeObject[], kind: string, namespace: string | undefined) =>
  objects.find(
    (object) =>
      object.kind === kind &&
      (kind === 'Namespace' ? object.metadata.name : object.metadata.namespace) === namespace,
  );

/** The operator needs the pull secret and the keys until its cluster is gone, so the namespace stays as long. */
const findWrongOrder = (objects: readonly KubeObject[]): readonly string[] =>
  objects
    .filter(({ kind }) => kind === 'HostedCluster')
    .flatMap(({ metadata: { name, namespace } }) => {
      const home = find(objects, 'Namespace', namespace);
      const isHomeGoing = home === undefined || home.metadata.deletionTimestamp !== undefined;
      return [
        ...(isHomeGoing ? [`the namespace of HostedCluster ${name} went first`] : []),
        ...(find(objects, 'Secret', namespace) === undefined
          ? [`HostedCluster ${name} lost its Secrets`]
          : []),
      ];
    });

/** Looks on from the side, at every turn. */
export const createBystander = (fake: FakeManagementCluster): Bystander => {
  const secrets = new Map<string, string>();
  const problems = new Set<string>();

  /** What was generated once must stay: the guest's data are encrypted with it. */
  const compareSecret = ({ metadata, data }: KubeObject): void => {
    const key = `${metadata.namespace}/${metadata.name}`;
    const text = JSON.stringify(data);
    if ((secrets.get(key) ?? text) !== text) problems.add(`Secret ${metadata.name} changed`);
    secrets.set(key, text);
  };

  return {
    look: () => {
      const objects = fake.operator.objects();
      for (const problem of findWrongOrder(objects)) problems.add(problem);
      for (const object of objects) if (object.kind === 'Secret') compareSecret(object);
    },
    problems: () => [...problems],
  };
};
