/** Assigns DSPs to the demo albums and requests deliveries, up to the state of each album. */
import type { DemoAlbum } from './catalogue.ts';
import type { DemoApi, DemoRecord } from './demo-api.ts';

/** Runs an operator's command. */
export type Operate = (
  command: string,
  given: Readonly<Record<string, string | boolean>>,
) => Promise<unknown>;

export async function distribute(
  { album, albumId }: { album: DemoAlbum; albumId: string },
  { api, operate }: { api: DemoApi; operate: Operate },
): Promise<void> {
  await chooseDsps(api, album, albumId);
  if (album.distribution === 'draft') return;
  const { id, attributes } = await requestFor(api, albumId);
  // The demo account decides on its requests before operators do.
  if (attributes['status'] === 'preapproved') await api.post(`/distribution-requests/${id}/preapprove`);
  // If an interrupted start has approved the request, the command reports only that it is not pending.
  if (album.distribution === 'delivered') await operate('approve-request', { id });
}

async function chooseDsps(api: DemoApi, { dspIds }: DemoAlbum, albumId: string): Promise<void> {
  const assigned = (await api.list(`/album-dsps?filter[album]=${albumId}`)).length;
  for (const dspId of dspIds.slice(assigned)) {
    const linked = { album: { type: 'albums', ids: albumId }, dsp: { type: 'dsps', ids: dspId } };
    await api.create({ type: 'album-dsps', linked });
  }
}

async function requestFor(api: DemoApi, albumId: string): Promise<DemoRecord> {
  const [existing] = await api.list(`/distribution-requests?filter[album]=${albumId}`);
  const attributes = { 'request-type': 'delivery' };
  const linked = { album: { type: 'albums', ids: albumId } };
  return existing ?? api.create({ type: 'distribution-requests', attributes, linked });
}
