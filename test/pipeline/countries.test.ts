/** The countries in which stores may offer a release: what its requests name, and what its takedown ends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albums } from '../../functions/albums/handler.ts';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import type { DspStore } from '../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../shared/ern/write/parcel.ts';
import { newAdmin, type Person, send } from '../support/calls.ts';
import { ask, newRelease, requestFor } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
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
  it('leaves it with an update once its album names the others', async () => {
    expect((await distributed('delivery'))?.release.territories).toEqual([]);
    await narrow(GERMANY, AUSTRIA);
    expect(handed).toHaveLength(1);
    expect(await distributed('update')).toMatchObject({
      type: 'update',
      release: { territories: ['DE', 'AT'] },
    });
    expect(await liveOn()).toEqual(['1']);
  });

  it('comes back with the next request without countries if only the update named them', async () => {
    const named = await distributed('update', { countries: listOf(AUSTRIA) });
    expect(named?.release.territories).toEqual(['AT']);
    expect((await distributed('redelivery'))?.release.territories).toEqual(['DE', 'AT']);
  });

  it('keeps the countries of a request made before its album changed', async () => {
    await requestOf('update');
    await narrow(AUSTRIA);
    await workFor(3);
    expect(handed.at(-1)?.release.territories).toEqual(['DE', 'AT']);
  });

  it('leaves the whole store with a takedown, which cannot name single countries', async () => {
    await distributed('update', { countries: listOf(GERMANY, AUSTRIA) });
    const some = requestFor(album, 'takedown', { countries: listOf(GERMANY) });
    const { errors } = (await ask(ada, 422, 'POST', '/distribution-requests', some)).body;
    expect(errors).toMatchObject([{ code: 'takedown_names_some_countries' }]);
    const parcel = await distributed('takedown', { countries: listOf(AUSTRIA, GERMANY) });
    expect(parcel?.type).toBe('takedown');
    expect(await liveOn()).toEqual([]);
  });
});

describe('an album for some countries', () => {
  const path = () => `/albums/${album}/relationships/countries`;
  const remove = (status: number, ...ids: readonly string[]) =>
    ask(ada, status, 'DELETE', path(), listOf(...ids));
  const named = async () => {
    const { data } = (await ask(ada, 200, 'GET', path())).body;
    return data.map(({ id }: { id: string }) => id);
  };

  beforeAll(async () => {
    ({ album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] }));
    await narrow(GERMANY, AUSTRIA);
  });

  it('keeps its last countries, because none would mean all', async () => {
    const { body } = await remove(422, GERMANY, AUSTRIA, '250');
    expect(body.errors).toMatchObject([{ code: 'would_mean_all_countries', source: { pointer: '/data' } }]);
    await remove(200, GERMANY);
    await remove(200, GERMANY);
    await remove(422, AUSTRIA);
    expect(await named()).toEqual([AUSTRIA]);
    await ask(ada, 200, 'POST', path(), listOf(GERMANY));
  });

  it('keeps one of its last two when both are removed concurrently', async () => {
    for (let time = 0; time < 5; time++) {
      await narrow(GERMANY, AUSTRIA);
      const removing = [GERMANY, AUSTRIA].map(
        async (id) =>
          (await send(albums, { method: 'DELETE', path: path(), token: ada.token, body: listOf(id) })).status,
      );
      expect((await Promise.all(removing)).toSorted()).toEqual([200, 422]);
      expect(await named()).toHaveLength(1);
    }
  });

  it('becomes available everywhere when its countries are replaced with an empty list', async () => {
    await ask(ada, 200, 'PATCH', path(), listOf());
    await remove(200, GERMANY);
    expect(await named()).toEqual([]);
  });
});

describe('an update to more countries than stores have', () => {
  const warningsFor = async (type: string) => {
    const body = { data: { type: 'albums', id: album, attributes: { 'request-type': type } } };
    const { warnings } = (await ask(ada, 200, 'POST', `/albums/${album}/validate`, body)).body.meta
      .validation;
    return warnings.filter(({ code }: { code: string }) => code === 'countries_widened');
  };
  const inAll =
    /^The album would become available in countries where its stores do not have it\. These are (.+, ){4}.+ and 242 more\.$/;

  beforeAll(async () => {
    ({ album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] }));
    await narrow(GERMANY, AUSTRIA);
  });

  it('is a warning of validations, but not for a first delivery', async () => {
    await ask(ada, 200, 'PATCH', `/albums/${album}/relationships/countries`, listOf());
    expect(await warningsFor('delivery')).toEqual([]);
    expect(await warningsFor('update')).toEqual([]);
    await narrow(GERMANY, AUSTRIA);
    await distributed('delivery');
    for (const type of ['update', 'redelivery']) expect(await warningsFor(type)).toEqual([]);
    await narrow(GERMANY);
    expect(await warningsFor('update')).toEqual([]);
    await narrow(GERMANY, '250');
    const [{ detail, pointer, record }] = await warningsFor('update');
    expect(detail).toBe(
      'The album would become available in countries where its stores do not have it. These are France.',
    );
    expect([pointer, record]).toEqual(['/data/relationships/countries', { type: 'albums', id: album }]);
    await ask(ada, 200, 'PATCH', `/albums/${album}/relationships/countries`, listOf());
    expect(await warningsFor('redelivery')).toMatchObject([{ detail: expect.stringMatching(inAll) }]);
  });

  it('is shown to reviewers with the countries that the request adds and removes', async () => {
    await narrow(GERMANY, '250');
    const { id } = (await requestOf('update')).body.data;
    const shown = await command('show-request', { id });
    expect(shown).toMatchObject({
      countries: ['DE', 'FR'],
      'countries-added': ['FR'],
      'countries-removed': ['AT'],
      validation: {
        warnings: expect.arrayContaining([expect.objectContaining({ code: 'countries_widened' })]),
      },
    });
    const { items } = (await command('list-reviews', {})) as { items: { id: string }[] };
    expect(JSON.stringify(items.find((each) => each.id === id))).toContain('These are France.');
    await command('reject-request', { id, reason: 'Only Germany.' });
    expect(await command('show-request', { id })).toMatchObject({
      countries: ['DE', 'FR'],
      'countries-added': null,
    });
  });
});
