import type { KubeObject } from '../../../domain/shared/kube-object.ts';

/** For selectors as `labelSelectorOf` makes them: `key=value` and `key`, joined by commas. */
export const matchesSelector = (object: KubeObject, selector: string | undefined): boolean => {
  if (selector === undefined) return true;
  const labels = object.metadata.labels ?? {};
  return selector.split(',').every((requirement) => {
    const [key = '', value] = requirement.split('=');
    return Object.hasOwn(labels, key) && (value === undefined || labels[key] === value);
  });
};
