import { expect } from 'vitest';
import { labelSelectorOf } from '../../../../src/providers/management-cluster/label-selector.ts';
import { type ConformanceCase, conformancePageSize } from '../backend.ts';
import { CONFIG_MAP, configMap, HOSTED_CLUSTER, hostedCluster, NAMESPACE } from '../samples.ts';

const namesOf = (items: readonly { metadata: { name: string } }[]) =>
  items.map(({ metadata }) => metadata.name).sort();

export const listCases: readonly ConformanceCase[] = [
  {
    name: 'list goes through all pages',
    run: async ({ cluster, namespace }) => {
      const labels = { 'berth.example.com/case': namespace };
      const names = Array.from({ length: conformancePageSize * 2 + 1 }, (_, index) => `page-${index}`);
      for (const name of names) await cluster.apply(configMap(namespace, name, labels));
      const labelSelector = labelSelectorOf({ 'berth.example.com/case': namespace });
      const { items, resourceVersion } = await cluster.list(CONFIG_MAP, { namespace, labelSelector });
      expect(namesOf(items)).toEqual(names);
      expect(resourceVersion).toMatch(/^\d+$/);
    },
  },
  {
    name: 'list gives every object its kind and its data',
    run: async ({ cluster, namespace }) => {
      await cluster.apply(configMap(namespace, 'whole', { only: 'this' }));
      const { items } = await cluster.list(CONFIG_MAP, { namespace, labelSelector: 'only=this' });
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ ...CONFIG_MAP, metadata: { name: 'whole' }, data: { key: 'value' } });
    },
  },
  {
    name: 'list selects by value, by the presence of a label and by namespace',
    run: async ({ cluster, namespace }) => {
      const other = `${namespace}-other`;
      await cluster.apply({ ...NAMESPACE, metadata: { name: other } });
      const label = (value: string) => ({ labels: { 'berth.example.com/case': value } });
      await cluster.apply(hostedCluster(namespace, { name: 'one', metadata: label(namespace) }));
      await cluster.apply(hostedCluster(namespace, { name: 'two', metadata: label(`${namespace}-2`) }));
      await cluster.apply(hostedCluster(namespace, { name: 'three' }));
      await cluster.apply(hostedCluster(other, { name: 'four', metadata: label(namespace) }));
      const byValue = labelSelectorOf({ 'berth.example.com/case': namespace });
      const byPresence = labelSelectorOf({ 'berth.example.com/case': true });
      const list = async (options: object) => namesOf((await cluster.list(HOSTED_CLUSTER, options)).items);
      expect(await list({ labelSelector: byValue })).toEqual(['four', 'one']);
      expect(await list({ labelSelector: byValue, namespace })).toEqual(['one']);
      expect(await list({ labelSelector: byPresence, namespace })).toEqual(['one', 'two']);
      expect(await list({ namespace })).toEqual(['one', 'three', 'two']);
    },
  },
  {
    name: 'list of nothing is empty and still has a version',
    run: async ({ cluster, namespace }) => {
      const { items, resourceVersion } = await cluster.list(HOSTED_CLUSTER, { namespace });
      expect(items).toEqual([]);
      expect(resourceVersion).toMatch(/^\d+$/);
    },
  },
  {
    name: 'a label selector with anything but plain words is refused before any request',
    run: async ({ cluster, namespace, requests }) => {
      const before = requests();
      for (const labelSelector of [
        '',
        ',',
        'a=b,',
        'a in (b)',
        '!a',
        'a=b c',
        'a!=b',
        'a==b',
        'a=b&limit=1',
      ]) {
        await expect(cluster.list(CONFIG_MAP, { namespace, labelSelector })).rejects.toMatchObject({
          kind: 'bad-name',
        });
      }
      expect(requests()).toBe(before);
    },
  },
];
