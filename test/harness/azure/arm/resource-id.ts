/** A path of Azure Resource Manager, taken apart. Names keep their case; types are as they were written. */
export interface ArmPath {
  readonly subscription: string;
  readonly group?: string;
  /** Of the provider that is asked: `Microsoft.Network`. */
  readonly namespace?: string;
  readonly types: readonly string[];
  readonly names: readonly string[];
  /** What stands before the last `/providers/`: the scope of an extension. */
  readonly scope: string;
  /** The path ends with a type: a list is asked for. */
  readonly isList: boolean;
}

export const parseArmPath = (path: string): ArmPath | undefined => {
  const head = /^\/subscriptions\/([^/]+)(?:\/resourceGroups\/([^/]+))?/i.exec(path);
  if (head === null) return undefined;
  const [whole, subscription = '', group] = head;
  if (group !== undefined && path.length === whole.length)
    return { subscription, group, types: ['resourceGroups'], names: [group], scope: whole, isList: false };
  const at = path.toLowerCase().lastIndexOf('/providers/');
  const tail = at < 0 ? path.slice(whole.length) : path.slice(at + '/providers/'.length);
  const parts = tail.split('/');
  const namespace = at < 0 ? undefined : parts[0];
  const rest = parts.slice(1);
  return {
    subscription,
    ...(group === undefined ? {} : { group }),
    ...(namespace === undefined ? {} : { namespace }),
    types: rest.filter((_, index) => index % 2 === 0),
    names: rest.filter((_, index) => index % 2 === 1),
    scope: at < 0 ? whole : path.slice(0, at),
    isList: rest.length % 2 === 1,
  };
};

/** `microsoft.network/virtualnetworks/subnets` */
export const typeKeyOf = ({ namespace = 'Microsoft.Resources', types }: ArmPath): string =>
  [namespace, ...types].join('/').toLowerCase();

/** Ids are the same in any case. */
export const keyOf = (id: string): string => id.toLowerCase();

export const groupKeyOf = (id: string): string =>
  /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+/.exec(keyOf(id))?.[0] ?? '';

/** The id of what a nested thing stands in; the group when it is not nested. */
export const parentIdOf = (id: string): string => {
  const parts = id.split('/');
  const isNested = parts.length > parts.findLastIndex((part) => part.toLowerCase() === 'providers') + 4;
  return isNested ? parts.slice(0, -2).join('/') : parts.slice(0, 5).join('/');
};

export const isWithin = (id: string, scope: string): boolean =>
  keyOf(id) === keyOf(scope) || keyOf(id).startsWith(`${keyOf(scope)}/`);
