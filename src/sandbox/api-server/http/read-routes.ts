import type { ServerResponse } from 'node:http';
import { notFound } from '../objects/errors.ts';
import { type ResourceType, subjectOf } from '../resources/resource-type.ts';
import { asVersion, decodeBody, withVersion } from '../store/stored-body.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { type ListedPage, listPage } from './list-page.ts';
import { answerObject, renderList } from './render.ts';
import { sendJsonText, sendObject } from './responses.ts';

export const getObject = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type, namespace = '', name = '' } = request;
  const found = await parts.writes.store.get({ resource: type.storageKey, namespace, name });
  if (!found) throw notFound(subjectOf(type, name));
  const { as, yaml } = request.rendering;
  const text = asVersion(found.body, type.apiVersion);
  if (as === 'object' && !yaml) sendJsonText(response, 200, `${withVersion(text, found.rv)}\n`);
  else answerObject(response, request, 200, decodeBody(text, found.rv), parts.writes.now());
};

/** Plain lists of custom resources always carry the continue member. */
const metadataOf = ({ type, rendering }: ResourceRequest, page: ListedPage) => ({
  ...(type.custom && rendering.as === 'object' ? { continue: '' } : {}),
  resourceVersion: String(page.rv),
  ...(page.continueToken ? { continue: page.continueToken } : {}),
  ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
});

const metadataStart = '"metadata":{';

/** Items of built-in kinds come without apiVersion and kind, as they do from kube-apiserver. */
const itemText = ({ custom }: ResourceType, text: string): string =>
  custom ? text : `{${text.slice(text.indexOf(metadataStart))}`;

/** The plain form of a list is put together from the stored texts, without parsing them. */
const listText = (request: ResourceRequest, page: ListedPage): string => {
  const { type } = request;
  const head = JSON.stringify({
    kind: type.listKind,
    apiVersion: type.apiVersion,
    metadata: metadataOf(request, page),
  });
  const items = page.items.map(({ body, rv }) =>
    itemText(type, withVersion(asVersion(body, type.apiVersion), rv)),
  );
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}\n`;
};

export const listObjects = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const page = await listPage(parts, request);
  const { as, yaml } = request.rendering;
  if (as === 'object' && !yaml) {
    sendJsonText(response, 200, listText(request, page));
    return;
  }
  const objects = page.items.map(({ body, rv }) => decodeBody(asVersion(body, request.type.apiVersion), rv));
  const list = renderList(request, objects, metadataOf(request, page), parts.writes.now());
  sendObject(response, 200, list, request.rendering);
};
