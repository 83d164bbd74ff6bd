import { type IdKind, idPrefixes } from '../shared/id.ts';

const kinds = new Map<string, IdKind>(
  (Object.entries(idPrefixes) as [IdKind, string][]).map(([kind, prefix]) => [prefix, kind]),
);

const idLike = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Names of things that have no id of ours: a version, an account in a cloud. Nothing that could mislead a reader. */
const nameLike = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;

/** The last part of a route that is not a parameter: `/v1/fleet/versions/:version` is about versions. */
const collectionOf = (route: string | undefined): string =>
  route?.split('/').findLast((part) => /^[a-z-]+$/.test(part)) ?? '';

/** What kind of thing an id stands for; for a name without one, the collection that the route speaks of. */
export const targetKindOf = (targetId: string, route: string | undefined): string => {
  const prefix = idLike.exec(targetId)?.[1];
  const known = prefix === undefined ? undefined : kinds.get(prefix);
  return known ?? (targetId === '' ? '' : collectionOf(route));
};

/**
 * The target of a request that changed nothing, from the parameters of its address. What is no id counts only once it was held to its
 * schema: somebody may have put a secret in its place.
 */
export const targetOfParams = (params: Readonly<Record<string, unknown>>, isChecked: boolean): string => {
  const name = Object.values(params).map(String).join('/');
  return idLike.test(name) || (isChecked && nameLike.test(name)) ? name : '';
};
