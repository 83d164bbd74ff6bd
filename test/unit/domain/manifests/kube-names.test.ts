import { expect, test } from 'vitest';
import {
  clusterNamespace,
  controlPlaneNamespace,
  isDnsLabel,
  maxDnsLabelLength,
  maxDomainPrefixLength,
  nodePoolObjectName,
} from '../../../../src/domain/shared/kube-names.ts';

test('namespaces and NodePools are named after ids', () => {
  expect(clusterNamespace('cl_01jzc8w2q5e8rv9n3k7m4x6t0a')).toBe('hc-01jzc8w2q5e8rv9n3k7m4x6t0a');
  expect(nodePoolObjectName('np_01jzc8w2q5e8rv9n3k7m4x6t0b')).toBe('np-01jzc8w2q5e8rv9n3k7m4x6t0b');
});

test('the control-plane namespace of the longest prefix still is a DNS label', () => {
  const namespace = clusterNamespace('cl_01jzc8w2q5e8rv9n3k7m4x6t0a');
  const longest = controlPlaneNamespace(namespace, 'p'.repeat(maxDomainPrefixLength));
  expect(longest).toBe('hc-01jzc8w2q5e8rv9n3k7m4x6t0a-ppppppppppppppp');
  expect(longest.length).toBeLessThanOrEqual(maxDnsLabelLength);
  expect(isDnsLabel(longest)).toBe(true);
});

test.each(['', '-a', 'a-', 'A', 'a.b', 'a_b', 'ä', 'a\n', 'a'.repeat(64)])('%j is no DNS label', (text) => {
  expect(isDnsLabel(text)).toBe(false);
});
