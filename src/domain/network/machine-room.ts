import type { MachineRange } from '../platforms/platform-rules.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { cidrSize } from './cidr.ts';
import { type ClusterNetworks, nameRange, ofField, pointerOfRange } from './cluster-networks.ts';
import { askedNodes, type PoolSize } from './node-capacity.ts';

/** Where machines are counted, how many there may be, and what that is called. */
interface Room {
  readonly addresses: bigint;
  readonly name: string;
  readonly pointer: string;
}

/** Of the network that Berth makes; else of the ranges that the spec says the machines are in. */
const roomOf = (networks: ClusterNetworks, machines: MachineRange | undefined): Room | undefined => {
  if (machines !== undefined)
    return machines.room && { ...machines.room, addresses: BigInt(machines.room.addresses) };
  const [first, ...more] = ofField(networks, 'machineCidrs');
  if (first === undefined) return undefined;
  const ranges = [first, ...more.filter(({ range }) => range.family === first.range.family)];
  return {
    addresses: ranges.reduce((sum, { range }) => sum + cidrSize(range), 0n),
    name: ranges.map(nameRange).join(' and '),
    pointer: pointerOfRange(first),
  };
};

/** A machine without an address is never a node: told before there is one too many. */
export const checkMachineRoom = (
  networks: ClusterNetworks,
  machines: MachineRange | undefined,
  pools: readonly PoolSize[],
): readonly FieldProblem[] => {
  const room = networks.problems.length > 0 ? undefined : roomOf(networks, machines);
  const nodes = askedNodes(pools);
  if (room === undefined || BigInt(nodes) <= room.addresses) return [];
  const detail = `${room.name} has addresses for ${room.addresses} machines; the node pools ask for up to ${nodes}.`;
  return [{ pointer: room.pointer, code: 'too-small', detail }];
};
