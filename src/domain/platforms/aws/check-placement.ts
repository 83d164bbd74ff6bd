import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { minorOrdinal } from '../../release/version.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting, required } from '../problems.ts';
import { capacityReservationId } from './aws-formats.ts';
import type { AwsNodePool } from './aws-spec.ts';

/** The first minor whose operator knows capacity reservations. */
const firstWithReservations = 19;

const price = /^\d+(?:\.\d+)?$/;

/** A channel that names no minor is taken for a newer one. */
const knowsReservations = ({ version }: ClusterSpec): boolean => {
  const text =
    typeof version === 'string' ? version : version.channel.slice(version.channel.indexOf('-') + 1);
  return (minorOrdinal(text) ?? firstWithReservations) >= firstWithReservations;
};

const checkReservation = (
  cluster: ClusterSpec,
  { capacityReservation, marketType, tenancy }: AwsNodePool,
  at: SpecPath,
): readonly FieldProblem[] => {
  const blocks = marketType === 'capacityBlocks';
  if (capacityReservation === undefined)
    return blocks
      ? [required([...at, 'capacityReservation'], 'marketType capacityBlocks needs a capacity reservation.')]
      : [];
  const path = [...at, 'capacityReservation'];
  const { id, preference } = capacityReservation;
  return collect(
    checkFormat(
      id,
      capacityReservationId,
      [...path, 'id'],
      'Give the id of a capacity reservation: cr- and 17 of 0-9 a-f.',
    ),
    blocks && id === undefined
      ? required([...path, 'id'], 'marketType capacityBlocks needs the id of the reservation.')
      : undefined,
    id !== undefined && (preference === 'none' || preference === 'open')
      ? conflicting(
          [...path, 'preference'],
          `Preference ${preference} does not go with the id of one reservation.`,
        )
      : undefined,
    tenancy === 'host'
      ? conflicting(path, 'Dedicated hosts (tenancy host) take no capacity reservation.')
      : undefined,
    marketType === 'spot' ? conflicting(path, 'Spot machines take no capacity reservation.') : undefined,
    knowsReservations(cluster)
      ? undefined
      : conflicting(path, 'Capacity reservations need a control plane of 4.19 or later.'),
  );
};

/** How machines are bought and on what they run. Source: the CEL rules of the CRD of NodePools. */
export const checkPlacement = (
  cluster: ClusterSpec,
  nodePool: AwsNodePool,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { marketType, tenancy = 'default', spotMaxPrice } = nodePool;
  return collect(
    marketType === 'spot' && tenancy !== 'default'
      ? conflicting([...at, 'tenancy'], `Spot machines have tenancy default, not ${tenancy}.`)
      : undefined,
    spotMaxPrice !== undefined && marketType !== 'spot'
      ? conflicting([...at, 'spotMaxPrice'], 'A highest price is only for marketType spot.')
      : undefined,
    checkFormat(spotMaxPrice, price, [...at, 'spotMaxPrice'], 'Give US dollars an hour, such as 0.25.'),
    checkReservation(cluster, nodePool, at),
  );
};
