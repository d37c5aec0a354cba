/** The countries in which stores may offer a release: what its requests name, and what its takedown ends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import type { DspStore } from '../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../shared/distribution/stores/parcel.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, requestFor } from '../support/distribution/release.ts';
import { workFor } from './stream-stage.ts';
import { now, useWorkStage } from './work-stage.ts';

const GERMANY = '276';
const AUSTRIA = '40';

const handed: Parcel[] = [];
const store: DspStore = {
  async hand(parcel) {
    handed.push(parcel);
    return { is: 'accepted' };
  },
};
useWorkStage({
  consumers: {
    Review: reviewerWith({ now }),
    Store: delivererWith({ now, random: () => 0.5, storeFor: () => store }),
  },
  settings: { qaMode: 'auto', qaWaitSeconds: 0 },
  streams: true,
});

let ada: Person;
let album: string;
beforeAll(async () => {
  ada = await newAdmin();
  ({ album } = await newRelease(ada, { tracks: 1, dsps: ['1'] }));
});

const listOf = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'countries', id })) });

const narrow = (...ids: readonly string[]) =>
  ask(ada, 200, 'PATCH', `/albums/${album}`, {
    data: { type: 'albums', id: album, relationships: { countries: listOf(...ids) } },
  });

const requestOf = (type: string, relationships?: object) =>
  ask(ada, 201, 'POST', '/distribution-requests', requestFor(album, type, relationships));

/** @returns what the store gets for a request. */
async function distributed(type: string, relationships?: object): Promise<Parcel | undefined> {
  await requestOf(type, relationships);
  await workFor(3);
  return handed.at(-1);
}

const liveOn = async () => (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.meta['live-on'];

describe('a release that should leave a country', () => {
  it('leaves it with an update, once its album names the others', async () => {
    expect((await distributed('delivery'))?.release.territories.length).toBeGreaterThan(200);
    await narrow(GERMANY, AUSTRIA);
    expect(handed).toHaveLength(1);
    expect(await distributed('update')).toMatchObject({
      type: 'update',
      release: { territories: ['DE', 'AT'] },
    });
    expect(await liveOn()).toEqual(['1']);
  });

  it('comes back with the next request that names no countries, if only the update named them', async () => {
    const named = await distributed('update', { countries: listOf(AUSTRIA) });
    expect(named?.release.territories).toEqual(['AT']);
    expect((await distributed('redelivery'))?.release.territories).toEqual(['DE', 'AT']);
  });

  it('keeps the countries of a request that was made before its album changed', async () => {
    await requestOf('update');
    await narrow(AUSTRIA);
    await workFor(3);
    expect(handed.at(-1)?.release.territories).toEqual(['DE', 'AT']);
  });

  it('leaves the whole store with a takedown, which cannot name some of its countries', async () => {
    await distributed('update', { countries: listOf(GERMANY, AUSTRIA) });
    const some = requestFor(album, 'takedown', { countries: listOf(GERMANY) });
    const { errors } = (await ask(ada, 422, 'POST', '/distribution-requests', some)).body;
    expect(errors).toMatchObject([{ code: 'takedown_names_some_countries' }]);
    const parcel = await distributed('takedown', { countries: listOf(AUSTRIA, GERMANY) });
    expect(parcel?.type).toBe('takedown');
    expect(await liveOn()).toEqual([]);
  });
});
