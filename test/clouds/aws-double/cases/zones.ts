import {
  AssociateVPCWithHostedZoneCommand,
  type Change,
  ChangeResourceRecordSetsCommand,
  CreateHostedZoneCommand,
  CreateVPCAssociationAuthorizationCommand,
  DeleteHostedZoneCommand,
  DeleteVPCAssociationAuthorizationCommand,
  DisassociateVPCFromHostedZoneCommand,
  GetHostedZoneCommand,
  ListHostedZonesByNameCommand,
  ListHostedZonesCommand,
  ListResourceRecordSetsCommand,
} from '@aws-sdk/client-route-53';
import { describe, expect, it } from 'vitest';
import { clientsOf, createVpc, customer, refusal, type World } from '../world.ts';

const vpcOf = (VPCId: string) => ({ VPCId, VPCRegion: 'us-east-1' as const });

export const describeZones = (world: World): void => {
  describe('hosted zones', () => {
    const start = () => {
      const clients = clientsOf(world.double.settings());
      const { route53 } = clients;
      const create = (Name: string, CallerReference: string, vpc?: string) =>
        route53.send(
          new CreateHostedZoneCommand({
            Name,
            CallerReference,
            ...(vpc === undefined ? {} : { VPC: vpcOf(vpc), HostedZoneConfig: { PrivateZone: true } }),
          }),
        );
      const change = (HostedZoneId: string, Action: Change['Action'], Name: string, Value = '10.0.0.1') => {
        const record = { Name, Type: 'A' as const, TTL: 60, ResourceRecords: [{ Value }] };
        return refusal(
          route53.send(
            new ChangeResourceRecordSetsCommand({
              HostedZoneId,
              ChangeBatch: { Changes: [{ Action, ResourceRecordSet: record }] },
            }),
          ),
        );
      };
      return { clients, route53, create, change };
    };

    it('are one of a caller reference, until they are deleted', async () => {
      const { create, route53 } = start();
      const made = await create('example.org', 'ID/zone');
      expect(await refusal(create('example.org', 'ID/zone'))).toBe('409 HostedZoneAlreadyExists');
      await route53.send(new DeleteHostedZoneCommand({ Id: made.HostedZone!.Id }));
      expect(await refusal(create('example.org', 'ID/zone'))).toBe('accepted');
    });

    it('are one of a name per VPC, of a VPC that is there', async () => {
      const { clients, create } = start();
      const vpc = await createVpc(clients);
      const made = [
        await refusal(create('c.hypershift.local', 'a', vpc)),
        await refusal(create('c.hypershift.local', 'b', vpc)),
        await refusal(create('c.hypershift.local', 'c', await createVpc(clients))),
        await refusal(create('d.hypershift.local', 'd', 'vpc-0123456789abcdef0')),
      ];
      expect(made).toEqual(['accepted', '400 ConflictingDomainExists', 'accepted', '400 InvalidVPCId']);
    });

    it('take changes that fit what is there', async () => {
      const { create, change, route53 } = start();
      const id = (await create('example.org', 'a')).HostedZone!.Id!;
      expect([
        await change(id, 'CREATE', 'api.example.org'),
        await change(id, 'CREATE', 'api.example.org'),
        await change(id, 'DELETE', 'api.example.org', '10.0.0.2'),
        await change(id, 'DELETE', 'no.example.org'),
        await change(id, 'UPSERT', '*.apps.example.org'),
        await refusal(route53.send(new DeleteHostedZoneCommand({ Id: id }))),
      ]).toEqual([
        'accepted',
        '400 InvalidChangeBatch',
        '400 InvalidChangeBatch',
        '400 InvalidChangeBatch',
        'accepted',
        '400 HostedZoneNotEmpty',
      ]);
    });

    it('are emptied by what a list of their records says, and keep SOA and NS', async () => {
      const { create, change, route53 } = start();
      const id = (await create('example.org', 'a')).HostedZone!.Id!;
      await change(id, 'UPSERT', '*.apps.example.org');
      await change(id, 'UPSERT', 'api.example.org');
      await change(id, 'UPSERT', 'api.example.org', '10.0.0.9');
      const { ResourceRecordSets } = await route53.send(
        new ListResourceRecordSetsCommand({ HostedZoneId: id }),
      );
      const remove = (ofZone: boolean) => {
        const records = ResourceRecordSets!.filter(({ Type }) => (Type === 'A') !== ofZone);
        const Changes = records.map((record) => ({ Action: 'DELETE' as const, ResourceRecordSet: record }));
        return refusal(
          route53.send(new ChangeResourceRecordSetsCommand({ HostedZoneId: id, ChangeBatch: { Changes } })),
        );
      };
      expect(ResourceRecordSets!.map(({ Type }) => Type).sort()).toEqual(['A', 'A', 'NS', 'SOA']);
      expect([await remove(true), await remove(false)]).toEqual(['400 InvalidChangeBatch', 'accepted']);
      expect(await refusal(route53.send(new DeleteHostedZoneCommand({ Id: id })))).toBe('accepted');
    });

    it('are listed by name from there on, not only the one of the name', async () => {
      const { create, route53 } = start();
      for (const name of ['b.example.org', 'example.com', 'example.org']) await create(name, name);
      const list = async (input: { DNSName?: string; MaxItems?: number }) => {
        const page = await route53.send(new ListHostedZonesByNameCommand(input));
        return [page.HostedZones!.map(({ Name }) => Name), page.NextDNSName];
      };
      expect(await list({ DNSName: 'example.org' })).toEqual([['example.org.', 'b.example.org.'], undefined]);
      expect(await list({ MaxItems: 1 })).toEqual([['example.com.'], 'example.org.']);
    });

    it('of another account are associated with its leave', async () => {
      const { clients, create, route53 } = start();
      const first = await createVpc(clients);
      const HostedZoneId = (await create('c.example.org', 'a', first)).HostedZone!.Id!;
      const guest = clientsOf(world.double.settings(customer));
      const VPC = vpcOf(await createVpc(guest));
      const associate = () =>
        refusal(guest.route53.send(new AssociateVPCWithHostedZoneCommand({ HostedZoneId, VPC })));
      expect(await associate()).toBe('401 NotAuthorizedException');
      await route53.send(new CreateVPCAssociationAuthorizationCommand({ HostedZoneId, VPC }));
      expect([await associate(), await associate()]).toEqual(['accepted', '400 ConflictingDomainExists']);
      const withdraw = () =>
        refusal(route53.send(new DeleteVPCAssociationAuthorizationCommand({ HostedZoneId, VPC })));
      expect([await withdraw(), await withdraw()]).toEqual([
        'accepted',
        '404 VPCAssociationAuthorizationNotFound',
      ]);
      const vpcs = (await route53.send(new GetHostedZoneCommand({ Id: HostedZoneId }))).VPCs!;
      expect(vpcs.map(({ VPCId }) => VPCId)).toEqual([first, VPC.VPCId]);
      const leave = (vpc: string) =>
        refusal(route53.send(new DisassociateVPCFromHostedZoneCommand({ HostedZoneId, VPC: vpcOf(vpc) })));
      expect([await leave(first), await leave(VPC.VPCId), await leave(first)]).toEqual([
        'accepted',
        '400 LastVPCAssociation',
        '404 VPCAssociationNotFound',
      ]);
    });

    it('are asked for five times a second, if a test wants it so', async () => {
      const { route53 } = start();
      world.double.strict.knobs.route53PerSecond = 5;
      const list = () => refusal(route53.send(new ListHostedZonesCommand({})));
      const words = [];
      for (let count = 0; count < 6; count += 1) words.push(await list());
      expect(words.filter((word) => word === 'accepted')).toHaveLength(5);
      expect(words.at(-1)).toBe('400 Throttling');
      world.double.advance(1);
      expect(await list()).toBe('accepted');
    });
  });
};
