import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { MapField } from '../../../../src/sandbox/api-server/fields/field-type.ts';
import { customResourceField } from '../../../../src/sandbox/api-server/fields/from-schema.ts';
import { applyConfiguration } from '../../../../src/sandbox/api-server/server-side-apply/apply.ts';
import { fieldsV1Of } from '../../../../src/sandbox/api-server/server-side-apply/field-set.ts';
import {
  type ManagerIdentity,
  type Managers,
  managersFrom,
} from '../../../../src/sandbox/api-server/server-side-apply/managers.ts';
import { trackUpdate } from '../../../../src/sandbox/api-server/server-side-apply/ownership.ts';

/** A kind with one of each: struct, map, set, list by key, atomic list and atomic map. */
const widgetField: MapField = customResourceField({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        image: { type: 'string' },
        nested: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        args: { type: 'array', items: { type: 'string' } },
        selector: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'string' },
        },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            properties: {
              port: { type: 'integer' },
              protocol: { type: 'string', default: 'TCP' },
              name: { type: 'string' },
            },
          },
        },
        free: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});

const apiVersion = 'example.com/v1';

const identity = (manager: string, operation: 'Apply' | 'Update'): ManagerIdentity => ({
  manager,
  operation,
  apiVersion,
  subresource: '',
});

export interface State {
  readonly object: JsonObject;
  readonly managers: Managers;
}

export const nothing: State = { object: {}, managers: managersFrom([]) };

const widget = (spec: JsonObject): JsonObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name: 'w' },
  spec,
});

const time = '2026-01-01T00:00:00Z';

export const apply = (state: State, manager: string, spec: JsonObject, force = false) =>
  applyConfiguration({
    live: state.object,
    config: widget(spec),
    type: widgetField,
    managers: state.managers,
    identity: identity(manager, 'Apply'),
    force,
    untouchable: ['status'],
    time,
  });

/** The state after an apply that must succeed. */
export const applied = (state: State, manager: string, spec: JsonObject, force = false): State => {
  const result = apply(state, manager, spec, force);
  if (!result.ok) throw result.error;
  return result;
};

/** The state after a write that is not an apply. */
export const updated = (state: State, manager: string, spec: JsonObject): State => {
  const object = widget(spec);
  const managers = trackUpdate(
    state.object,
    object,
    widgetField,
    state.managers,
    identity(manager, 'Update'),
    time,
  );
  return { object, managers };
};

export const specOf = ({ object }: State): unknown => object['spec'];

/** What each manager owns of the spec, as FieldsV1. */
export const ownersOf = ({ managers }: State): Record<string, unknown> =>
  Object.fromEntries([...managers.values()].map(({ manager, set }) => [manager, fieldsV1Of(set)['f:spec']]));
