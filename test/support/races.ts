/**
 * Two concurrent requests: each sent before the other writes what it decided, and with LONG=1 before each of
 * its calls to the table in turn. They end in one of their legal ways.
 */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person, send } from './calls.ts';
import { clearCatalogue } from './catalogue/clear.ts';
import { catalogueFaults } from './catalogue/faults.ts';
import { catalogueCalls, many, one, servesPath, trackAttributes, trackLinks } from './catalogue-calls.ts';
import { type FaultyWay, withFaultyTable } from './faulty-way.ts';
import { allRows } from './invariants.ts';
import { isLong } from './long-run.ts';

export type Request = readonly [method: string, path: string, body?: object];
type Statuses = readonly [number, number];
export interface Race {
  readonly requests: readonly [Request, Request];
  readonly legal: readonly Statuses[];
  /** Tried before each call in any case: what goes wrong here goes wrong between two reads. */
  readonly isBetweenReads?: true;
}

export const post = (type: string, attributes: object, relationships: object): Request => [
  'POST',
  `/${type}`,
  { data: { type, attributes, relationships } },
];
export const patch = (type: string, id: string, attributes: object, relationships: object = {}): Request => [
  'PATCH',
  `/${type}/${id}`,
  { data: { type, id, attributes, relationships } },
];
export const remove = (type: string, id: string): Request => ['DELETE', `/${type}/${id}`];
export const link = (method: string, track: string, on: readonly string[]): Request => [
  method,
  `/tracks/${track}/relationships/albums`,
  many('albums', on),
];
export const track = (on: readonly string[], attributes: object = {}): Request =>
  post('tracks', { ...trackAttributes, ...attributes }, trackLinks(on));
export const place = (album: string, id: string, order: number): Request =>
  post('album-tracks', { order }, { album: one('albums', album), track: one('tracks', id) });
export const master = (id: string, type: string): Request =>
  post(
    'track-assets',
    { 'asset-type': type, url: 'https://127.0.0.1:9/master' },
    { track: one('tracks', id) },
  );
export const inRole = (artist: string) => ({
  artist: one('artists', artist),
  'artist-role': one('artist-roles', '1'),
});

/** For the tests of one file: a table, an account with every capability, and its calls. */
export function withRaces() {
  const way = withFaultyTable();
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin({ video: true, 'music-videos': true });
  });
  afterEach(clearCatalogue);
  const calls = catalogueCalls(() => ada);
  const ask = async ([method, path, body]: Request) =>
    (await send(servesPath(path), { method, path, body, token: ada.token })).status;
  return {
    ...calls,
    /** Two albums, the older first, and a track on both. */
    async onTwo(attributes: object = {}): Promise<Shared> {
      const albums: [string, string] = [await calls.newAlbum(), await calls.newAlbum()];
      const id = await calls.newTrack([albums[0]], attributes);
      const [first] = (await calls.get(`/album-tracks?filter[track]=${id}`)).data;
      return { albums, id, places: [first.id, await calls.newPlace(albums[1], id, { order: 1 })] };
    },
    /** @param races prepare what two requests are about. */
    run: (races: Readonly<Record<string, () => Promise<Race>>>) =>
      it.each(Object.entries(races))('%s', (_, prepare) => runRace(way, { prepare, ask })),
  };
}

interface Shared {
  readonly albums: [string, string];
  readonly id: string;
  readonly places: [string, string];
}

interface Running {
  readonly prepare: () => Promise<Race>;
  readonly ask: (request: Request) => Promise<number>;
}

type Moment = Pick<NonNullable<FaultyWay['interruption']>, 'after' | 'of'>;

/** After the first write, which admits the request. */
const beforeWriting: Moment = { after: 1, of: 'writes' };

async function runRace(way: FaultyWay, { prepare, ask }: Running): Promise<void> {
  for (const inner of [0, 1] as const) {
    for (let call = 1, isLast = false; !isLast; call++) {
      const { requests, legal, isBetweenReads = isLong } = await prepare();
      const at: Moment = isBetweenReads ? { after: call } : beforeWriting;
      let sent: number | undefined;
      const run = async () => {
        sent = await ask(requests[inner]);
      };
      way.interruption = { ...at, run };
      const outer = await ask(requests[inner === 0 ? 1 : 0]);
      way.interruption = undefined;
      // The outer has ended before.
      if (sent === undefined) break;
      const statuses = inner === 0 ? [sent, outer] : [outer, sent];
      expect(legal, `request ${inner} within the other, ${JSON.stringify(at)}`).toContainEqual(statuses);
      isLast = !isBetweenReads;
    }
  }
  expect(catalogueFaults(await allRows())).toEqual([]);
}
