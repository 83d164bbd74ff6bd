import type { ApiObject } from '../objects/api-object.ts';

// The version number is known only once the database has given it, so bodies are stored without one. It is put in
// by cutting the text, which spares parsing and printing every object of a list.

const metadataStart = '"metadata":{';

/** apiVersion, kind and metadata stand first, in this order: `withVersion` counts on it. */
export const encodeBody = (object: ApiObject): string => {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { resourceVersion: _, ...meta } = metadata;
  return JSON.stringify({ apiVersion, kind, metadata: meta, ...rest });
};

/** The JSON text of a stored object, complete with its resourceVersion. */
export const withVersion = (body: string, rv: number): string => {
  const at = body.indexOf(metadataStart) + metadataStart.length;
  return `${body.slice(0, at)}"resourceVersion":"${rv}",${body.slice(at)}`;
};

export const decodeBody = (body: string, rv: number): ApiObject => {
  const object = JSON.parse(body) as ApiObject;
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(rv) } };
};

/** The text of a stored object as another version of its kind serves it; the fields are the same in all versions. */
export const asVersion = (text: string, apiVersion: string): string => {
  const prefix = `{"apiVersion":${JSON.stringify(apiVersion)},`;
  return text.startsWith(prefix) ? text : prefix + text.slice(text.indexOf(',') + 1);
};
