/** A member of the object itself: words of users such as `constructor` and `__proto__` name none. */
export const ownMember = <Value>(
  object: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined);
