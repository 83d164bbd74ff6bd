/** URL of the server that run.ts has started. */
export const redisUrl = (): string => {
  const url = process.env['REDIS_URL'];
  if (!url) throw new Error('REDIS_URL is not set: run these tests by `npm run test:redis`');
  return url;
};
