/** Requests deliveries of demo albums, up to the state of each. */
import type { DemoAlbum } from './catalogue.ts';
import type { DemoApi, DemoRecord } from './demo-api.ts';

/** Runs an operator's command. */
export type Operate = (command: string, given: Readonly<Record<string, unknown>>) => Promise<unknown>;

export async function distribute(
  { album, albumId }: { album: DemoAlbum; albumId: string },
  { api, operate }: { api: DemoApi; operate: Operate },
): Promise<void> {
  if (album.distribution === 'draft') return;
  const { id, attributes } = await ensureRequest(api, albumId);
  // The demo account decides on its requests before operators do.
  if (attributes['status'] === 'preapproved') await api.post(`/distribution-requests/${id}/preapprove`);
  // If an interrupted start has approved the request, the command reports only that it is not pending.
  if (album.distribution === 'delivered') await operate('approve-request', { id });
}

async function ensureRequest(api: DemoApi, albumId: string): Promise<DemoRecord> {
  const [existing] = await api.list(`/distribution-requests?filter[album]=${albumId}`);
  const album = { data: { type: 'albums', id: albumId } };
  return (
    existing ??
    api.create('distribution-requests', {
      attributes: { 'request-type': 'delivery' },
      relationships: { album },
    })
  );
}
