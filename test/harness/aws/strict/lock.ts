/** Lets only one work of a name go on at a time. */
export const createLock = (): (<Result>(name: string, work: () => Promise<Result>) => Promise<Result>) => {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  };
};
