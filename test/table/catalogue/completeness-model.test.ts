/**
 * What the lists of albums note of their tracks, after random changes of a catalogue, single and concurrent,
 * compared with reading everything.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums as albumType } from '../../../shared/catalogue/api/albums.ts';
import { trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { trackAssets } from '../../../shared/catalogue/api/track-assets.ts';
import { tracks as trackType } from '../../../shared/catalogue/api/tracks.ts';
import { warningsOfFields } from '../../../shared/catalogue/rules/track-warnings.ts';
import { albumContents, albumLists, placesIn } from '../../../shared/distribution/contents/album-contents.ts';
import { missingItems } from '../../../shared/distribution/rules/completeness.ts';
import { storeOf } from '../../../shared/kit/records/store.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { clearCatalogue } from '../../support/catalogue/clear.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { fillArtists } from '../../support/catalogue/fill.ts';
import { albumAttributes, one, servesPath } from '../../support/catalogue-calls.ts';
import { checkProperty, timeoutFor } from '../../support/check-property.ts';
import { setValidated } from '../../support/distribution/validated.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows, recordsAmong } from '../../support/invariants.ts';
import { link, master, patch, place, post, type Request, remove, track } from '../../support/races.ts';

const way = withFaultyTable({ aiDisclosure: 'required' });
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});

const whats = [
  ...([
    'createTrack',
    'createTrack',
    'changeAudio',
    'changeCode',
    'changeKind',
    'changeTitle',
    'changeUsage',
    'writeAlbums',
  ] as const),
  ...(['credit', 'credit', 'credit', 'uncredit', 'addMaster', 'addMaster', 'removeMaster'] as const),
  ...(['createPlace', 'movePlace', 'removePlace', 'removeTrack', 'validate'] as const),
];
const step = fc.record({
  what: fc.constantFrom(...whats),
  one: fc.nat(30),
  other: fc.nat(30),
  choice: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What there is to choose from. */
interface Known {
  readonly artists: readonly string[];
  readonly albums: readonly string[];
  readonly tracks: readonly string[];
  readonly places: readonly string[];
  readonly credits: readonly string[];
  readonly masters: readonly string[];
}

const UNKNOWN = '17';
const pick = (ids: readonly string[], index: number) => ids[index % Math.max(ids.length, 1)] ?? UNKNOWN;

/** Roles 1 and 2: only the first is a main artist. */
const credit = (id: string, artist: string, role: string): Request =>
  post(
    'track-artists',
    {},
    { track: one('tracks', id), artist: one('artists', artist), 'artist-role': one('artist-roles', role) },
  );

const doing: Readonly<
  Record<Step['what'], (step: Step, known: Known) => Request | (() => Promise<unknown>)>
> = {
  createTrack: ({ one: at, other, choice }, { albums }) =>
    track([pick(albums, at)], {
      order: 1 + (other % 3),
      'is-video': choice % 3 === 0,
      'isrc-code': choice % 2 === 0 ? 'DEAB12600001' : null,
      'ai-usage': choice === 1 ? ['vocals'] : null,
    }),
  changeAudio: ({ one: at, choice }, { tracks }) =>
    patch('tracks', pick(tracks, at), {
      'full-audiofile-url': choice === 0 ? null : `https://files.example/${choice}.wav`,
    }),
  changeCode: ({ one: at, choice }, { tracks }) =>
    patch('tracks', pick(tracks, at), {
      'isrc-code': [null, '', '-', 'DEAB12600002', 'DEAB12600003', null][choice],
    }),
  changeKind: ({ one: at, choice }, { tracks }) =>
    patch('tracks', pick(tracks, at), {
      'is-video': choice < 4,
      ...(choice === 5 && { 'full-audiofile-url': 'https://files.example/5.wav' }),
    }),
  changeTitle: ({ one: at, other, choice }, { tracks }) =>
    patch(
      'tracks',
      pick(tracks, at),
      [
        { title: 'So Where (feat. Ada Quist)' },
        { title: 'So Where', 'version-description': 'Explicit' },
        { 'version-description': '', 'is-explicit': false },
        { 'is-explicit': true },
        { title: 'So Where (Explicit)' },
        { title: 'So Where (LIVE)', 'rights-owner-year': 2100 },
        { 'version-description': 'Live', 'rights-owner-year': 2026 },
      ][choice] ?? {},
      other % 2 === 0 ? {} : { version: one('versions', '6') },
    ),
  changeUsage: ({ one: at, choice }, { tracks }) =>
    patch('tracks', pick(tracks, at), {
      'ai-usage': [null, [], ['lyrics'], ['vocals', 'lyrics']][choice] ?? [],
    }),
  writeAlbums: ({ one: at, other, choice }, { tracks, albums }) =>
    link((['POST', 'PATCH', 'DELETE'] as const)[choice % 3] ?? 'POST', pick(tracks, at), [
      pick(albums, other),
    ]),
  credit: ({ one: at, other, choice }, { tracks, artists }) =>
    credit(pick(tracks, at), pick(artists, other), choice === 0 ? '2' : '1'),
  uncredit: ({ one: at }, { credits }) => remove('track-artists', pick(credits, at)),
  addMaster: ({ one: at, choice }, { tracks }) =>
    master(pick(tracks, at), choice === 0 ? 'dolby_atmos' : 'video'),
  removeMaster: ({ one: at }, { masters }) => remove('track-assets', pick(masters, at)),
  createPlace: ({ one: at, other, choice }, { albums, tracks }) =>
    place(pick(albums, at), pick(tracks, other), 1 + (choice % 3)),
  movePlace: ({ one: at, choice }, { places }) =>
    patch('album-tracks', pick(places, at), { order: 1 + (choice % 3), disc: 1 + (choice % 2) }),
  removePlace: ({ one: at }, { places }) => remove('album-tracks', pick(places, at)),
  removeTrack: ({ one: at }, { tracks }) => remove('tracks', pick(tracks, at)),
  validate:
    ({ one: at, choice }, { masters }) =>
    () =>
      setValidated(pick(masters, at), choice % 2 === 0 ? 'valid' : 'invalid', new Date()).catch(
        () => undefined,
      ),
};

async function carryOut(asked: Step, known: Known): Promise<void> {
  const done = doing[asked.what](asked, known);
  if (typeof done === 'function') {
    await done();
    return;
  }
  const [method, path, body] = done;
  const { status } = await send(servesPath(path), { method, path, body, token: ada.token });
  expect(status, `${method} ${path}`).toBeLessThan(500);
}

const idsAmong = (rows: readonly Item[], type: Parameters<typeof recordsAmong>[1]) =>
  recordsAmong(rows, type).map(({ id }) => id);

const knownOf = (rows: readonly Item[], artists: readonly string[]): Known => ({
  artists,
  albums: idsAmong(rows, albumType),
  tracks: idsAmong(rows, trackType),
  places: idsAmong(rows, albumTracks),
  credits: idsAmong(rows, trackArtists),
  masters: idsAmong(rows, trackAssets),
});

/** What every album lacks, as its lists tell, and as everything tells that is in the table. */
async function compare(rows: readonly Item[]): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  for (const album of recordsAmong(rows, albumType)) {
    const found = album as Parameters<typeof albumContents>[1]['album'];
    const lists = await albumLists(store, found);
    const { contents } = await albumContents(store, { album: found, lists }, ['1']);
    const whole = { ...contents, ...placedIn(rows, album.id) };
    expect(missingItems(contents)).toEqual(missingItems(whole));
    // Nothing that is complete was read.
    const complete = whole.tracks.filter(
      (each) =>
        missingItems({ ...contents, tracks: [each] }).length ===
        missingItems({ ...contents, tracks: [] }).length,
    );
    expect(contents.tracks).toHaveLength(whole.tracks.length - complete.length);
    const places = placesIn(lists.places.linkings);
    expect(places.flatMap(({ lacks }) => lacks)).not.toContain('unknown');
    expect(places.map(({ warnings }) => warnings)).toEqual(warningsAt(rows, places));
  }
}

function warningsAt(rows: readonly Item[], places: readonly { readonly trackId: string }[]) {
  const tracks = new Map(recordsAmong(rows, trackType).map((each) => [each.id, each.fields]));
  return places.map(({ trackId }) =>
    warningsOfFields(tracks.get(trackId) as unknown as Parameters<typeof warningsOfFields>[0]),
  );
}

function placedIn(rows: readonly Item[], album: string) {
  const credits = recordsAmong(rows, trackArtists);
  const masters = recordsAmong(rows, trackAssets);
  const tracks = new Map(recordsAmong(rows, trackType).map((each) => [each.id, each.fields]));
  const places = recordsAmong(rows, albumTracks)
    .filter(({ fields }) => fields['album'] === album)
    .map(({ fields }) => ({
      trackId: String(fields['track']),
      isDisclosed: tracks.get(String(fields['track']))?.['ai-usage'] != null,
      disc: Number(fields['disc']),
      order: Number(fields['order']),
    }))
    .toSorted((left, right) => left.disc - right.disc || left.order - right.order);
  return {
    places,
    tracks: places.map(({ trackId: id }) => ({
      id,
      title: String(tracks.get(id)?.['title']),
      isVideo: tracks.get(id)?.['is-video'] === true,
      audio: tracks.get(id)?.['full-audiofile-url'] as string | null,
      hasVideoMaster: masters.some(
        ({ fields }) => fields['track'] === id && fields['asset-type'] === 'video',
      ),
      roles: credits.some(({ fields }) => fields['track'] === id && fields['artist-role'] === '1')
        ? ['main_artist']
        : [],
    })),
  };
}

const newAlbum = { data: { type: 'albums', attributes: albumAttributes } };

const RUNS = 4;
const SECONDS = 60;

it.each([
  ['one by one', false],
  ['two concurrently', true],
])(
  'albums record what their tracks lack after changes made %s',
  async (_, isConcurrent) => {
    const steps = fc.array(fc.tuple(step, step, fc.nat(8)), { minLength: 12, maxLength: 24 });
    await checkProperty(
      fc.asyncProperty(steps, async (all) => {
        await clearCatalogue();
        const artists = await fillArtists(ada.userId, 2);
        for (const path of ['/albums', '/albums'])
          await send(servesPath(path), { method: 'POST', path, body: newAlbum, token: ada.token });
        for (const [first, second, within] of all) {
          const known = knownOf(await allRows(), artists);
          if (isConcurrent) way.interruption = { after: within, run: () => carryOut(second, known) };
          await carryOut(first, known);
          way.interruption = undefined;
          const rows = await allRows();
          expect(catalogueFaults(rows), `${first.what} and ${second.what}`).toEqual([]);
          await compare(rows);
        }
      }),
      { runs: RUNS, seconds: SECONDS },
    );
  },
  timeoutFor(SECONDS),
);
