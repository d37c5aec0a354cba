/** POST /<type>. With smart creation, the response can be an existing record with the same name. */
import { creationStatus, type Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { retried } from '../../records/store.ts';
import { noLinkage, renderSingle } from '../read/render.ts';
import { createOnce } from './creation.ts';
import type { WriteContext } from './hooks.ts';

export async function create(context: WriteContext, resource: Resource): Promise<ApiResponse> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds } = resource;
  const document = readDocument(context.request.body, { type, id: null, clientIds });
  const { record, isNew, revealed, ignored } = await retried(() =>
    createOnce(context, resource, { document }),
  );
  const linkage = isNew ? { linkage: noLinkage(resource) } : {};
  const status = creationStatus(resource);
  return renderSingle(context, { record, shape }, { status, located: true, revealed, ignored, ...linkage });
}
