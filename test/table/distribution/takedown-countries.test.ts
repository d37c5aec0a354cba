/** The countries of takedowns, which stores cannot take an album down in one by one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { distributionRequests } from '../../../shared/distribution/api/distribution-requests.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { changedUnseen, findRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, requestFor } from '../../support/distribution/release.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const [GERMANY, AUSTRIA, CHAD] = ['276', '40', '148'];
const ALL = 249;
const listOf = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'countries', id })) });
const CODE = 'takedown_names_some_countries';

interface Requested {
  readonly type?: string;
  readonly countries?: readonly string[];
  readonly dsps?: readonly string[];
}

const bodyOf = (album: string, { type = 'takedown', countries, dsps }: Requested) =>
  requestFor(album, type, {
    ...(countries && { countries: listOf(...countries) }),
    ...(dsps && { dsps: { data: dsps.map((id) => ({ type: 'dsps', id })) } }),
  });

const requested = async (album: string, given: Requested): Promise<string> =>
  (await ask(ada, 201, 'POST', '/distribution-requests', bodyOf(album, given))).body.data.id;

const errorsOf = async (album: string, given: Requested) =>
  (await ask(ada, 422, 'POST', '/distribution-requests', bodyOf(album, given))).body.errors;

async function distributed(album: string, given: Requested): Promise<void> {
  await approve(await requested(album, given));
  await runStores();
}

/** A release that is in stores for some countries. */
async function liveIn(...countries: readonly string[]): Promise<string> {
  const { album } = await newRelease(ada, { tracks: 1 });
  await distributed(album, { type: 'delivery', countries });
  return album;
}

const narrow = (album: string, ...countries: readonly string[]) =>
  ask(ada, 200, 'PATCH', `/albums/${album}`, {
    data: { type: 'albums', id: album, relationships: { countries: listOf(...countries) } },
  });

const change = (id: string, type: string, status = 200) =>
  ask(ada, status, 'PATCH', `/distribution-requests/${id}`, {
    data: { type: 'distribution-requests', id, attributes: { 'request-type': type } },
  });

const countriesOf = async (id: string): Promise<readonly string[]> => {
  const { data } = (await ask(ada, 200, 'GET', `/distribution-requests/${id}?include=countries`)).body;
  return data.relationships.countries.data.map((each: { id: string }) => each.id);
};

describe('a takedown', () => {
  it('is rejected if it names only some of the countries where stores have the album', async () => {
    const album = await liveIn(GERMANY, AUSTRIA);
    expect(await errorsOf(album, { countries: [GERMANY, CHAD] })).toEqual([
      expect.objectContaining({
        code: CODE,
        detail:
          'A takedown removes the album from whole stores, but 1 of the countries in which they have it is not among ' +
          'those of the request. Omit countries to take it down everywhere. To leave some countries, change the countries ' +
          'of the album and request an update.',
        source: { pointer: '/data/relationships/countries' },
      }),
    ]);
    const id = await requested(album, { countries: [AUSTRIA, GERMANY, CHAD] });
    expect(await countriesOf(id)).toEqual([AUSTRIA, GERMANY, CHAD]);
    await approve(id);
  });

  it('is compared with what stores were sent, not with the current album', async () => {
    const album = await liveIn(GERMANY, AUSTRIA);
    await narrow(album, GERMANY);
    expect(await errorsOf(album, { countries: [GERMANY] })).toMatchObject([{ code: CODE }]);
  });

  it('is compared with the last accepted update and a pending one', async () => {
    const album = await liveIn(GERMANY, AUSTRIA);
    await command('set-store', { 'dsp-id': '1', behavior: 'fail' });
    await distributed(album, { type: 'update', countries: [GERMANY] });
    await command('set-store', { 'dsp-id': '1', behavior: 'accept' });
    expect(await errorsOf(album, { countries: [GERMANY], dsps: ['1'] })).toMatchObject([{ code: CODE }]);
    await approve(await requested(album, { type: 'update', countries: [GERMANY, CHAD], dsps: ['4'] }));
    expect(await errorsOf(album, { countries: [GERMANY], dsps: ['4'] })).toMatchObject([{ code: CODE }]);
    await requested(album, { countries: [GERMANY, CHAD], dsps: ['4'] });
  });

  it('is for all countries if it names none, even from an operator', async () => {
    const album = await liveIn(GERMANY);
    await narrow(album, GERMANY);
    const id = await requested(album, { dsps: ['1'] });
    expect(await countriesOf(id)).toHaveLength(ALL);
    await approve(id);
    const made = (await command('takedown-album', { 'album-id': album, reason: 'A court.' })) as {
      id: string;
    };
    expect(await countriesOf(made.id)).toHaveLength(ALL);
  });
});

describe('the countries of a request that changes type', () => {
  it('are those of the new type if none were named', async () => {
    const album = await liveIn(GERMANY, AUSTRIA);
    await narrow(album, GERMANY);
    const id = await requested(album, { type: 'update' });
    expect(await countriesOf(id)).toEqual([GERMANY]);
    await change(id, 'takedown');
    expect(await countriesOf(id)).toHaveLength(ALL);
    await change(id, 'redelivery');
    expect(await countriesOf(id)).toEqual([GERMANY]);
  });

  it('stay if named, so that a takedown needs all countries of the album', async () => {
    const album = await liveIn(GERMANY, AUSTRIA);
    const id = await requested(album, { type: 'update', countries: [GERMANY] });
    expect((await change(id, 'takedown', 422)).body.errors).toMatchObject([
      { code: CODE, source: { pointer: '/data/attributes/request-type' } },
    ]);
    await command('reject-request', { id, reason: 'No.' });
    const all = await requested(album, { type: 'update', countries: [GERMANY, AUSTRIA] });
    await change(all, 'takedown');
    expect(await countriesOf(all)).toEqual([GERMANY, AUSTRIA]);
  });
});

describe('a takedown accepted by an earlier version', () => {
  const withCountries = async (id: string, countries: readonly string[]): Promise<void> => {
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const before = required(await findRecord(store, distributionRequests, id), 'It was made.');
    await save(
      deciding(store),
      [{ resource: distributionRequests, before, after: changedUnseen(before, { countries }) }],
      [],
    );
  };

  it("is not approved for only some countries, except the album's defaults", async () => {
    const album = await liveIn(GERMANY, AUSTRIA);
    const id = await requested(album, {});
    await withCountries(id, [GERMANY]);
    expect(await problemsOf('approve-request', { id })).toMatchObject([{ code: CODE }]);
    await narrow(album, GERMANY);
    await approve(id);
  });
});
