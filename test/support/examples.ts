/**
 * One valid record of every type: what the conformance suite asks its questions about. A new resource adds
 * its line.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { handler as operate } from '../../functions/operate/handler.ts';
import { gtinOf } from '../../shared/catalogue/rules/upc.ts';
import { deliveries } from '../../shared/distribution/api/deliveries.ts';
import { recordStatement } from '../../shared/distribution/deliveries/record-statement.ts';
import { changeRecord, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { partId } from '../../shared/matching/api/match-parts.ts';
import { api } from '../../shared/service/api.ts';
import type { Person } from './calls.ts';
import { giveMatches, matchFound } from './matches.ts';
import { givePlays } from './plays.ts';
import { giveEarnings, pay } from './royalties.ts';

export interface ExampleDocument {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
}

/** Makes records through the API, as a user would. */
export interface Maker {
  readonly person: Person;
  /** @returns the id of a new record of the type. */
  readonly create: (type: string) => Promise<string>;
  /** @returns the id of a new record with these members. */
  readonly createFrom: (type: string, document: Partial<ExampleDocument>) => Promise<string>;
  /** @returns the id of the resource that the request responds with. */
  readonly post: (path: string) => Promise<string>;
  /** @returns the id of the first record of the list. */
  readonly first: (path: string) => Promise<string>;
}

export type Example =
  | { readonly document: (maker: Maker) => Promise<ExampleDocument> | ExampleDocument }
  /** For types that nobody creates by a POST: the id of a record the person can read. */
  | { readonly existing: (maker: Maker) => Promise<string> | string };

export const trackAttributes = {
  title: 'So Where',
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': 'Blue Room',
  order: 1,
  'full-audiofile-url': 'https://files.example/so-where.wav',
  'isrc-code': 'DEAB12600001',
};

/** @returns a valid product code that no other call returns. */
export function newUpc(): string {
  const digits = String(randomInt(1, 10 ** 11)).padStart(11, '0');
  return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((code) => gtinOf(code)) ?? '';
}

const artistInRole = async (create: Maker['create']) => ({
  artist: { data: { type: 'artists', id: await create('artists') } },
  'artist-role': { data: { type: 'artist-roles', id: '1' } },
});

/** Everything that a distribution request asks of an album. */
async function completeAlbum({ create, createFrom }: Maker): Promise<string> {
  const artist = { type: 'artists', id: await create('artists') };
  const main = { artist: { data: artist }, 'artist-role': { data: { type: 'artist-roles', id: '1' } } };
  const genre = { data: { type: 'genres', id: '1' } };
  const language = { data: { type: 'languages', id: '118' } };
  const album = {
    type: 'albums',
    id: await createFrom('albums', {
      attributes: { ...albumAttributes, artwork: 'https://files.example/cover.jpg' },
      relationships: {
        label: { data: { type: 'labels', id: await create('labels') } },
        'primary-genre': genre,
        language,
      },
    }),
  };
  await createFrom('album-artists', { relationships: { album: { data: album }, ...main } });
  const track = await createFrom('tracks', {
    attributes: trackAttributes,
    relationships: { albums: { data: [album] }, 'primary-genre': genre, language },
  });
  await createFrom('track-artists', {
    relationships: { track: { data: { type: 'tracks', id: track } }, ...main },
  });
  const dsp = { data: { type: 'dsps', id: '4' } };
  await createFrom('album-dsps', { relationships: { album: { data: album }, dsp } });
  return album.id;
}

const albumAttributes = {
  title: 'Kind of Green',
  release_date: '2026-11-30',
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': 'Blue Room',
};
/** As if a store had accepted the delivery and completed it. */
async function reportCompleted(id: string): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  await changeRecord(store, { resource: deliveries, id }, () => ({ fields: { status: 'sent' } }));
  await recordStatement(store, id, { outcome: 'completed', reason: null });
}

/** A match in which a matcher has found everything there is. */
async function newMatch({ create, person }: Maker): Promise<string> {
  const [id = ''] = await giveMatches({ trackId: await create('tracks'), ownerId: person.userId }, [
    matchFound(),
  ]);
  return id;
}

/** The first artist, distributor, ... of a match. */
const newMatchPart = async (maker: Maker): Promise<string> => partId(await newMatch(maker), 1);

/** @returns the id of the trend of a new record. */
async function newTrend(
  create: Maker['create'],
  type: 'tracks' | 'albums' | 'artists',
  album: string | null = null,
): Promise<string> {
  const id = await create(type);
  await givePlays({ type, id }, [{ date: '2026-01-05', album, plays: 12 }]);
  return [id, '20260105', '1', 'US', ...(album === null ? [] : [album])].join('-');
}

export const examples: Readonly<Record<string, Example>> = {
  'white-labels': { existing: ({ person }) => person.organizationId },
  users: {
    document: () => ({
      attributes: {
        name: 'Grace',
        email: `${randomUUID()}@example.com`,
        password: 'Correct-Horse-1',
        role: 'label',
      },
    }),
  },
  artists: { document: () => ({ attributes: { name: `Artist ${randomUUID()}`, bio: 'Plays.' } }) },
  'artist-dsp-availabilities': {
    document: async ({ create }) => ({
      attributes: { 'external-artist-id': '17', 'external-artist-url': 'https://beta.example/artist/17' },
      relationships: {
        artist: { data: { type: 'artists', id: await create('artists') } },
        dsp: { data: { type: 'dsps', id: '4' } },
      },
    }),
  },
  labels: { document: () => ({ attributes: { name: `Label ${randomUUID()}`, description: 'Jazz' } }) },
  albums: {
    document: async ({ create }) => ({
      attributes: { ...albumAttributes, 'upc-code': newUpc() },
      relationships: { label: { data: { type: 'labels', id: await create('labels') } } },
    }),
  },
  'album-artists': {
    document: async ({ create }) => ({
      attributes: { order: 1 },
      relationships: {
        album: { data: { type: 'albums', id: await create('albums') } },
        ...(await artistInRole(create)),
      },
    }),
  },
  tracks: {
    document: async ({ create }) => ({
      attributes: {
        ...trackAttributes,
        'iswc-code': 'T-034.524.680-1',
        'extended-credits': [
          { role: 'violin', name: 'Ann', 'artist-id': Number(await create('artists')) },
          { role: 'accordion', name: 'Bob' },
        ],
      },
      relationships: {
        albums: { data: [{ type: 'albums', id: await create('albums') }] },
        'primary-genre': { data: { type: 'genres', id: '1' } },
        language: { data: { type: 'languages', id: '118' } },
      },
    }),
  },
  'album-tracks': {
    document: async ({ create }) => ({
      attributes: { order: 1, disc: 2 },
      relationships: {
        album: { data: { type: 'albums', id: await create('albums') } },
        track: { data: { type: 'tracks', id: await create('tracks') } },
      },
    }),
  },
  'track-artists': {
    document: async ({ create }) => ({
      attributes: { order: 1 },
      relationships: {
        track: { data: { type: 'tracks', id: await create('tracks') } },
        ...(await artistInRole(create)),
      },
    }),
  },
  'track-credits': {
    existing: async ({ create, first }) => first(`/track-credits?filter[track]=${await create('tracks')}`),
  },
  'track-matches': { existing: newMatch },
  'track-analyses': { existing: newMatch },
  'track-match-artists': { existing: newMatchPart },
  'track-match-distributors': { existing: newMatchPart },
  'track-match-time-offsets': { existing: newMatchPart },
  'track-match-alpha-artists': { existing: newMatchPart },
  'track-match-gamma-artists': { existing: newMatchPart },
  'track-trends': { existing: ({ create }) => newTrend(create, 'tracks') },
  'album-trends': { existing: ({ create }) => newTrend(create, 'albums') },
  'artist-trends': {
    existing: async ({ create }) => newTrend(create, 'artists', await create('albums')),
  },
  'analytics-reports': {
    // There is one at a time for each day.
    document: () => ({
      attributes: { 'dsp-id': 3, date: new Date(randomInt(20_000) * 86_400_000).toISOString().slice(0, 10) },
    }),
  },
  'royalty-summaries': { existing: ({ person }) => person.userId },
  'royalty-payments': { existing: ({ person }) => pay(person, {}) },
  'royalty-statements': { existing: ({ person }) => giveEarnings(person) },
  'track-assets': {
    document: async ({ create }) => ({
      attributes: { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' },
      relationships: { track: { data: { type: 'tracks', id: await create('tracks') } } },
    }),
  },
  'album-dsps': {
    document: async ({ create }) => ({
      attributes: {},
      relationships: {
        album: { data: { type: 'albums', id: await create('albums') } },
        dsp: { data: { type: 'dsps', id: '4' } },
      },
    }),
  },
  'distribution-requests': {
    document: async (maker) => ({
      attributes: { 'request-type': 'delivery' },
      relationships: {
        album: { data: { type: 'albums', id: await completeAlbum(maker) } },
        countries: { data: [{ type: 'countries', id: '276' }] },
      },
    }),
  },
  deliveries: {
    existing: async ({ create, first }) => {
      const request = await create('distribution-requests');
      await operate({ command: 'approve-request', arguments: { id: request }, actor: 'test' });
      const id = await first(`/distribution-requests/${request}/deliveries`);
      await reportCompleted(id);
      return id;
    },
  },
  'webhook-endpoints': {
    document: () => ({
      attributes: { url: 'https://127.0.0.1:9/hook', events: ['delivery.created'], description: 'Ours' },
    }),
  },
  'webhook-events': {
    existing: async ({ create, post }) =>
      post(`/webhook-endpoints/${await create('webhook-endpoints')}/test`),
  },
};
