import { expect, it } from 'vitest';
import { vcpuOfInstanceType } from '../../../../src/domain/platforms/aws/vcpu.ts';
import { vcpuOfVmSize } from '../../../../src/domain/platforms/azure/vcpu.ts';
import { vcpuOfMachineType } from '../../../../src/domain/platforms/gcp/vcpu.ts';

// Figures of the clouds' own tables.
it.each([
  ['m6i.large', 2],
  ['m6i.xlarge', 4],
  ['c5.9xlarge', 36],
  ['p4d.24xlarge', 96],
  ['u-6tb1.56xlarge', 224],
  ['t3.micro', 2],
  ['t4g.medium', 2],
  ['m6g.medium', undefined],
  ['m5.metal', undefined],
  ['m5.metal-24xl', undefined],
  ['hpc6a.48xlarge', undefined],
  ['m2.xlarge', undefined],
  ['m6i.2large', undefined],
  ['nonsense', undefined],
])('an instance of type %s has %s vCPUs', (name, vcpu) => {
  expect(vcpuOfInstanceType(name)).toBe(vcpu);
});

it.each([
  ['Standard_D4s_v5', 4],
  ['Standard_E4-2s_v5', 2],
  ['Standard_D96ads_v5', 96],
  ['Standard_NC24ads_A100_v4', 24],
  ['Standard_DS3_v2', undefined],
  ['Standard_B2ms', undefined],
  ['Standard_A1', undefined],
])('a machine of size %s has %s vCPUs', (name, vcpu) => {
  expect(vcpuOfVmSize(name)).toBe(vcpu);
});

it.each([
  ['n2-standard-8', 8],
  ['c3-highcpu-176', 176],
  ['c3-standard-4-lssd', 4],
  ['e2-medium', 2],
  ['custom-6-23040', 6],
  ['n2-custom-10-61440-ext', 10],
  ['a2-highgpu-1g', undefined],
  ['f1-micro', undefined],
])('a machine of type %s has %s vCPUs', (name, vcpu) => {
  expect(vcpuOfMachineType(name)).toBe(vcpu);
});
