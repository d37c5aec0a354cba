/** Validations of random albums in random states, compared with the requests that they are about. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { handler as distribution } from '../../../functions/distribution/handler.ts';
import type { AlbumValidation } from '../../../shared/catalogue/api/validate-action.ts';
import type { AiUse } from '../../../shared/catalogue/rules/ai-usage.ts';
import { requestTypes } from '../../../shared/reference/rules/request-types.ts';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { saveRelease } from '../../support/catalogue/save-release.ts';
import { checkProperty, timeoutFor } from '../../support/check-property.ts';
import { addCounted } from '../../support/distribution/counted.ts';
import { ask, request, requestFor } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { newUpc, trackAttributes } from '../../support/examples.ts';
import { isLong } from '../../support/long-run.ts';
import { withTable } from '../../support/table.ts';

withTable({ aiDisclosure: 'required' });
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});

const track = fc.record({
  /** Uneven, so that most albums have a gap. */
  gap: fc.constantFrom(1, 1, 1, 2),
  disc: fc.constantFrom(1, 1, 2),
  hasArtist: fc.boolean(),
  usage: fc.constantFrom(null, [], ['vocals'] as AiUse[]),
  /** Lyrics after the end are only a warning. */
  lyricsEnd: fc.constantFrom(null, 1000, 200_000),
  is: fc.constantFrom('song', 'song', 'song', 'song without audio', 'video'),
});
const rarely = fc.constantFrom(false, false, false, true);
const album = fc.record({
  /** Members that are removed once the album has its state. */
  lacks: fc.record({ artwork: rarely, label: rarely, 'primary-genre': rarely, language: rarely }),
  dsps: fc.subarray(['1', '4', '7']),
  hasArtist: fc.boolean(),
  isCompilation: rarely,
  artworkUsage: fc.constantFrom(null, true, false),
  isComplete: fc.boolean(),
  tracks: fc.array(track, { maxLength: 3 }),
  state: fc.constantFrom('draft', 'open', 'rejected', 'approved', 'delivered', 'taken down'),
  /** How many DSPs it keeps once it has its state. */
  keeps: fc.nat(2),
  /** What it has as many of as it can. */
  isFullOf: fc.constantFrom(null, null, null, 'distribution-requests' as const, 'deliveries' as const),
});
type Made = typeof album extends fc.Arbitrary<infer T> ? T : never;

/** Only complete albums get further than a draft. */
async function make(given: Made): Promise<string> {
  const isDraft = given.state === 'draft' && !given.isComplete;
  const artist = 'Model Artist';
  const orders = new Map<number, number>();
  const orderOn = (disc: number, gap: number): number => {
    const order = (orders.get(disc) ?? 0) + gap;
    orders.set(disc, order);
    return order;
  };
  const tracks = isDraft
    ? given.tracks
    : [{ gap: 1, disc: 1, hasArtist: true, usage: [] as AiUse[], lyricsEnd: null, is: 'song' as const }];
  const { album: id } = await saveRelease(ada, {
    label: 'Model Records',
    artists: isDraft && !given.hasArtist ? [] : [artist],
    fields: {
      title: 'Model',
      'is-explicit': false,
      'rights-owner-year': 2026,
      'rights-owner-name': 'Blue Room',
      release_date: '2027-01-01',
      // The connection fails immediately.
      artwork: 'https://127.0.0.1:9/cover.jpg',
      'artwork-ai-usage': isDraft ? given.artworkUsage : false,
      'upc-code': newUpc(),
      'is-compilation': given.isCompilation,
      'primary-genre': '1',
      language: '118',
      dsps: isDraft ? given.dsps : ['1', '4'],
    },
    tracks: tracks.map(({ gap, disc, hasArtist, usage, lyricsEnd, is }, index) => ({
      fields: {
        ...trackAttributes,
        title: `Track ${index + 1}`,
        order: orderOn(disc, gap),
        disc,
        'ai-usage': usage,
        ...{ length: '00:03:00', 'synced-lyrics-end': lyricsEnd },
        'primary-genre': '1',
        language: '118',
        ...(is !== 'song' && { 'full-audiofile-url': null }),
        ...(is === 'video' && { 'is-video': true, kind: 'unready_video' as const }),
      },
      artists: hasArtist ? [artist] : [],
    })),
  });
  await lead(id, given.state);
  return id;
}

async function lead(id: string, state: Made['state']): Promise<void> {
  if (state === 'draft') return;
  const first = await request(ada, id);
  if (state === 'rejected') await command('reject-request', { id: first, reason: 'No.' });
  if (state === 'open' || state === 'rejected') return;
  await approve(first);
  if (state === 'approved') return;
  await runStores();
  if (state === 'delivered') return;
  await approve(await request(ada, id, 'takedown'));
  await runStores();
}

async function change(id: string, { lacks, keeps, state }: Made): Promise<void> {
  const { artwork, ...related } = lacks;
  const relationships = Object.entries(related).flatMap(([name, isLacking]) =>
    isLacking ? [[name, { data: null }]] : [],
  );
  const data = { type: 'albums', id, relationships: Object.fromEntries(relationships) };
  const attributes = artwork ? { artwork: null } : {};
  await ask(ada, 200, 'PATCH', `/albums/${id}`, { data: { ...data, attributes } });
  if (state === 'draft') return;
  const { data: assigned } = (await ask(ada, 200, 'GET', `/album-dsps?filter[album]=${id}`)).body;
  for (const { id: pair } of assigned.slice(keeps)) await ask(ada, 204, 'DELETE', `/album-dsps/${pair}`);
}

/** Enough for both limits. */
const MOST = 1000;

interface Found {
  readonly code: string;
  readonly detail: string;
}

const inOrder = (found: readonly Found[]): string[] =>
  [...new Set(found.map(({ code, detail }) => `${code}: ${detail}`))].toSorted();

/** A request that is accepted is rejected by an operator, so that others follow. */
async function compare(id: string, type: string): Promise<void> {
  const body = { data: { type: 'albums', id, attributes: { 'request-type': type } } };
  const validated = await ask(ada, 200, 'POST', `/albums/${id}/validate`, body);
  const { problems, 'is-complete': isComplete }: AlbumValidation = validated.body.meta.validation;
  const path = '/distribution-requests';
  const requested = { method: 'POST', path, body: requestFor(id, type), token: ada.token };
  const { status, body: response } = await send(distribution, requested);
  expect([201, 422]).toContain(status);
  expect(inOrder(problems), type).toEqual(inOrder(status === 422 ? response.errors : []));
  expect(isComplete).toBe(problems.every(({ code }) => code !== 'album_incomplete'));
  const ofType = (pointers: readonly (string | undefined)[]) =>
    pointers.filter((pointer) => pointer === '/data/attributes/request-type').length;
  const sent: readonly { source: { pointer: string } }[] = status === 422 ? response.errors : [];
  expect(ofType(problems.map(({ pointer }) => pointer))).toBe(
    ofType(sent.map(({ source }) => source.pointer)),
  );
  if (status === 201) await command('reject-request', { id: response.data.id, reason: 'No.' });
}

/** For each of the five seeds of a long run. */
const RUNS = isLong ? 400 : 12;
const SECONDS = isLong ? 240 : 60;

it(
  'a request is rejected exactly for the problems of its validation',
  async () => {
    await checkProperty(
      fc.asyncProperty(album, async (given) => {
        const id = await make(given);
        await change(id, given);
        if (given.isFullOf) await addCounted(id, given.isFullOf, MOST);
        for (const type of requestTypes) await compare(id, type);
      }),
      { runs: RUNS, seconds: SECONDS },
    );
  },
  timeoutFor(SECONDS),
);
