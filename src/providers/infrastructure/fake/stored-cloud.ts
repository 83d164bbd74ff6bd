import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { FakeCloud, type FakeResource } from './fake-cloud.ts';

const readResources = (file: string): readonly FakeResource[] => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly FakeResource[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

/**
 * A fake cloud that outlives the process: a file holds what is there, written whole after each change. NAT gateways and their like
 * take some seconds, as they take minutes in a real one; whatever is looked up by name is there.
 */
export const openStoredCloud = (file: string): FakeCloud => {
  const cloud = new FakeCloud(Date.now);
  for (const resource of readResources(file)) cloud.resources.set(resource.id, resource);
  cloud.knobs.readyAfterMs['natGateway'] = 3_000;
  cloud.knobs.hasEverythingLookedUp = true;
  cloud.onChange = () => {
    const next = `${file}.next`;
    writeFileSync(next, JSON.stringify([...cloud.resources.values()]), { mode: 0o600 });
    renameSync(next, file);
  };
  return cloud;
};
