import type { ResourceType } from './resource-type.ts';

export const crdGroup = 'apiextensions.k8s.io';
export const crdStorageKey = `${crdGroup}/customresourcedefinitions`;

/** Holds a definition that is being deleted until its objects are gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

export const isCrd = (type: ResourceType): boolean => type.storageKey === crdStorageKey;
