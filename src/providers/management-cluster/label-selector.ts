import { ManagementClusterError } from './errors.ts';

const PREFIX = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;
const WORD = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

const isKey = (key: string): boolean => {
  const parts = key.split('/');
  const [first = '', second = ''] = parts;
  if (parts.length === 1) return WORD.test(first);
  return parts.length === 2 && PREFIX.test(first) && WORD.test(second);
};

const isRequirement = (text: string): boolean => {
  const [key = '', value, ...more] = text.split('=');
  return more.length === 0 && isKey(key) && (value === undefined || WORD.test(value));
};

const refuse = (selector: string): never => {
  throw new ManagementClusterError(
    'bad-name',
    `label selector ${JSON.stringify(selector.slice(0, 80))} is not allowed`,
  );
};

/**
 * Joins requirements: a value asks for that value, `true` asks for the label to be there. Both come from constants and ids:
 * text from outside would widen the selection, so anything but plain label words is refused.
 */
export const labelSelectorOf = (labels: Readonly<Record<string, string | true>>): string => {
  const parts = Object.entries(labels).map(([key, value]) => {
    // Each part alone: joined, a comma in a value would look like one more requirement.
    const part = value === true ? key : `${key}=${value}`;
    return isRequirement(part) ? part : refuse(part);
  });
  return checkLabelSelector(parts.join(','));
};

/** Throws `bad-name` for an empty selector and for anything but `key` and `key=value` joined by commas. */
export const checkLabelSelector = (selector: string): string =>
  selector.split(',').every(isRequirement) ? selector : refuse(selector);
