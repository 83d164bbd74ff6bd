import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { NodePoolInput, SpecPath } from '../platform-rules.ts';
import { checkDistinct, checkFormat, collect, conflicting, required, specRoot } from '../problems.ts';
import { checkAddress, checkReference } from './check-references.ts';

/** Nova splits the text at the colon, into zone and host. */
const zoneName = /^[^: ]{1,63}$/;

export const checkOpenstackNodePool = (
  { nodePool }: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const { platform = {}, zone } = nodePool;
  const ports = [...at, 'platform', 'additionalPorts'];
  return collect(
    filled(platform.instanceType) === undefined
      ? required([...at, 'platform', 'instanceType'], 'Give the flavor of the machines.')
      : undefined,
    checkFormat(zone, zoneName, [...at, 'zone'], 'Give an availability zone of at most 63 characters.'),
    (platform.additionalPorts ?? []).flatMap(({ network, portSecurity, allowedAddressPairs = [] }, index) =>
      collect(
        checkReference(network, [...ports, index, 'network']),
        portSecurity === 'disabled' && allowedAddressPairs.length > 0
          ? conflicting(
              [...ports, index, 'allowedAddressPairs'],
              'A port without port security takes any address.',
            )
          : undefined,
        allowedAddressPairs.map((address, position) =>
          checkAddress(address, [...ports, index, 'allowedAddressPairs', position]),
        ),
        checkDistinct(allowedAddressPairs, [...ports, index, 'allowedAddressPairs']),
      ),
    ),
  );
};
