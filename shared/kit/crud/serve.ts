/** Dispatches the routes of a resource. */
import type { Serving } from '../declare/routes.ts';
import type { ApiResponse } from '../http/response.ts';
import { list } from './read/list.ts';
import { read, readLinkage, readRelated } from './read/read.ts';
import { create } from './write/create.ts';
import { remove } from './write/delete.ts';
import type { WriteContext } from './write/hooks.ts';
import { writeLinkage } from './write/relationships.ts';
import { update } from './write/update.ts';

/** @param id the {id} in the path, or empty for a collection. */
export function serve(
  context: WriteContext,
  serving: Exclude<Serving, { does: 'action' | 'endpoint' }>,
  id: string,
): Promise<ApiResponse> {
  const { resource } = serving;
  const at = 'relationship' in serving ? { id, name: serving.relationship } : { id, name: '' };
  switch (serving.does) {
    case 'list':
      return list(context, resource);
    case 'read':
      return read(context, resource, id);
    case 'create':
      return create(context, resource);
    case 'update':
      return update(context, resource, id);
    case 'delete':
      return remove(context, resource, id);
    case 'related':
      return readRelated(context, resource, at);
    case 'linkage':
      return readLinkage(context, resource, at);
    case 'replace-linkage':
      return writeLinkage(context, resource, { at, how: 'replace' });
    case 'add-linkage':
      return writeLinkage(context, resource, { at, how: 'add' });
    case 'remove-linkage':
      return writeLinkage(context, resource, { at, how: 'remove' });
  }
}
