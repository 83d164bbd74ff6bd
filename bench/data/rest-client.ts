import { randomUUID } from 'node:crypto';

/** Calls of the preparation, one at a time. Anything but success is an error. */
export const createRestClient = (url: string) => {
  const call = async <Answer>(
    method: string,
    path: string,
    key: string,
    body?: object,
    mediaType = 'application/json',
  ): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': mediaType }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  return { call };
};

export type RestClient = ReturnType<typeof createRestClient>;
