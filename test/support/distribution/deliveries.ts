/** What tests read of deliveries and of what they change, and how they let stores respond. */
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import type { Person } from '../calls.ts';
import { ask, newRelease, request } from './release.ts';
import { approve } from './stores.ts';

export interface DeliveryShown {
  readonly id: string;
  readonly attributes: { readonly status: string; readonly errors: string | null; readonly type: string };
  readonly relationships: { readonly dsp: { readonly data: { readonly id: string } } };
  readonly meta: { readonly report: unknown };
}

export const deliveriesOf = async (person: Person, album: string): Promise<DeliveryShown[]> =>
  (await ask(person, 200, 'GET', `/deliveries?filter[album]=${album}&page[size]=100`)).body.data;

/** @returns the status of the last delivery to each store. */
export const statusesOf = async (person: Person, album: string) =>
  Object.fromEntries(
    (await deliveriesOf(person, album)).map(({ attributes, relationships }) => [
      relationships.dsp.data.id,
      attributes.status,
    ]),
  );

export const albumStatus = async (person: Person, album: string) =>
  (await ask(person, 200, 'GET', `/albums/${album}`)).body.data.attributes['last-status'];

export const storing = (handover: (dsp: string) => Handover) => ({
  storeFor: (dsp: string): DspStore => ({ hand: async () => handover(dsp) }),
});
export const accepted = storing(() => ({ is: 'accepted' }));
export const failed = storing(() => ({ is: 'failed', reason: 'The store did not respond.' }));

interface Approved {
  readonly dsps?: readonly string[];
  /** Of the request. */
  readonly type?: string;
  /** An earlier release, instead of a new one for the stores. */
  readonly album?: string;
}

/** Approves a release, and leaves its deliveries to the stores. */
export async function approved(person: Person, { dsps = [], type = 'delivery', album: known }: Approved) {
  const album = known ?? (await newRelease(person, { dsps })).album;
  const id = await request(person, album, type);
  await approve(id);
  return { album, id };
}
