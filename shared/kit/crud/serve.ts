/** Dispatches the routes of a resource. */
import type { Serving } from '../declare/routes.ts';
import type { ApiResponse } from '../http/response.ts';
import { list, read, readLinkage, readRelated } from './read/read.ts';
import { create } from './write/create.ts';
import { remove } from './write/delete.ts';
import type { WriteContext } from './write/hooks.ts';
import { update } from './write/update.ts';
import { writeLinkage } from './write/write-linkage.ts';

/** @param id the {id} in the path, or empty for a collection. */
export function serve(
  context: WriteContext,
  serving: Exclude<Serving, { does: 'action' | 'endpoint' }>,
  id: string,
): Promise<ApiResponse> {
  const { resource } = serving;
  const at = 'relationship' in serving ? { id, name: serving.relationship } : { id, name: '' };
  const handlers: Readonly<Record<typeof serving.does, () => Promise<ApiResponse>>> = {
    list: () => list(context, resource),
    read: () => read(context, resource, id),
    create: () => create(context, resource),
    update: () => update(context, resource, id),
    delete: () => remove(context, resource, id),
    related: () => readRelated(context, resource, at),
    linkage: () => readLinkage(context, resource, at),
    'replace-linkage': () => writeLinkage(context, resource, { at, how: 'replace' }),
    'add-linkage': () => writeLinkage(context, resource, { at, how: 'add' }),
    'remove-linkage': () => writeLinkage(context, resource, { at, how: 'remove' }),
  };
  return handlers[serving.does]();
}
