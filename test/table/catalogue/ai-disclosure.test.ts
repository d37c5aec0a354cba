/** Statements on the use of artificial intelligence, on a stage that requires them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { ask, newRelease, newTrack, request, requestFor } from '../../support/distribution/release.ts';
import { command, problemsOf, useStores } from '../../support/distribution/stores.ts';
import {
  change,
  owner,
  releaseOf,
  useValidations,
  validate,
} from '../../support/distribution/validations.ts';
import { allRows } from '../../support/invariants.ts';
import { testSettings, withTable } from '../../support/table.ts';

withTable({
  aiDisclosure: 'required',
  packages: { ...testSettings.packages, messageVersions: { '4': '4.3.2' } },
});
useStores();
useValidations();

const stated = { 'artwork-ai-usage': false, track: { 'ai-usage': ['vocals'] } };
const members: ReadonlySet<string> = new Set(['ai-usage', 'artwork-ai-usage', 'ai']);

/** As rows were before there were statements. */
const withoutStatements = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) =>
          members.has(name) ? [] : [[name, withoutStatements(each)]],
        ),
      );

const ofArtwork = 'The album does not state whether artificial intelligence was used for its artwork.';
const ofTrack = (order: number) =>
  `Track ${order} on disc 1 does not state what artificial intelligence was used for.`;

describe('a track', () => {
  let album: string;
  beforeAll(async () => {
    album = (await newRelease(owner(), stated)).album;
  });

  it('states no AI use by default, an empty list, or the kinds of use', async () => {
    const id = await newTrack(owner(), album, { order: 3 });
    const shown = async () =>
      (await ask(owner(), 200, 'GET', `/tracks/${id}`)).body.data.attributes['ai-usage'];
    expect(await shown()).toBeNull();
    for (const usage of [[], ['lyrics', 'vocals'], null]) {
      await change('tracks', id, { 'ai-usage': usage });
      expect(await shown()).toEqual(usage);
    }
  });

  it.each([
    ['vocals', 'ai-usage must be a list.', '/data/attributes/ai-usage'],
    [
      ['vocals', 'mastering'],
      'ai-usage.1 must be one of vocals, instruments, composition, lyrics, post-production.',
      '/data/attributes/ai-usage/1',
    ],
    [['lyrics', 'lyrics'], 'ai-usage must not repeat a use.', '/data/attributes/ai-usage'],
    [['lyrics', 'words', 'lyrics'], 'ai-usage must not repeat a use.', '/data/attributes/ai-usage'],
  ])('is rejected with the AI use %j, beside its other problems', async (usage, detail, pointer) => {
    const attributes = { title: '', order: 4, 'ai-usage': usage };
    const { errors } = (await ask(owner(), 422, 'POST', '/tracks', { data: { type: 'tracks', attributes } }))
      .body;
    const found = errors.map((each: { detail: string; source: { pointer: string } }) => [
      each.detail,
      each.source.pointer,
    ]);
    expect(found).toContainEqual([detail, pointer]);
    expect(found).toContainEqual(['title must not be empty.', '/data/attributes/title']);
  });
});

it('an album accepts only true, false and null as the AI use of its artwork', async () => {
  const { album } = await newRelease(owner(), stated);
  const sent = { data: { type: 'albums', id: album, attributes: { 'artwork-ai-usage': 'no' } } };
  const { errors } = (await ask(owner(), 422, 'PATCH', `/albums/${album}`, sent)).body;
  expect(errors).toMatchObject([
    {
      detail: 'artwork-ai-usage must be true or false.',
      source: { pointer: '/data/attributes/artwork-ai-usage' },
    },
  ]);
});

describe('a release', () => {
  it('is incomplete until its artwork and all tracks state their AI use', async () => {
    const { album, tracks } = await releaseOf(owner());
    const [first = '', second = ''] = tracks;
    const { problems } = await validate(album);
    expect(problems.map(({ pointer, record }) => [record.type, record.id, pointer])).toEqual([
      ['albums', album, '/data/attributes/artwork-ai-usage'],
      ['tracks', first, '/data/attributes/ai-usage'],
      ['tracks', second, '/data/attributes/ai-usage'],
    ]);
    const { errors } = (await ask(owner(), 422, 'POST', '/distribution-requests', requestFor(album))).body;
    expect(errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      ofArtwork,
      ofTrack(1),
      ofTrack(2),
    ]);
    await change('albums', album, { 'artwork-ai-usage': true });
    for (const track of tracks) await change('tracks', track, { 'ai-usage': [] });
    expect((await validate(album)).problems).toEqual([]);
    await request(owner(), album);
  });

  it('is not approved once a track no longer states its AI use', async () => {
    const { album, tracks } = await releaseOf(owner(), stated);
    const id = await request(owner(), album);
    await change('tracks', tracks[0] ?? '', { 'ai-usage': null });
    expect(await problemsOf('approve-request', { id })).toMatchObject([{ detail: ofTrack(1) }]);
    const { items } = (await command('list-reviews', {})) as { items: readonly { id: string }[] };
    expect(items.find((each) => each.id === id)).toMatchObject({ missing: 1 });
    await change('tracks', tracks[0] ?? '', { 'ai-usage': ['lyrics'] });
    await command('approve-request', { id });
  });

  it('states no AI use in rows of an earlier version', async () => {
    const { album, tracks } = await releaseOf(owner(), stated);
    for (const row of await allRows())
      if (/^(?:albums|tracks|album-tracks)#/.test(String(row['pk'])))
        await new Table().commit([{ put: withoutStatements(row) as typeof row & Key }]);
    const attributes = async (path: string) => (await ask(owner(), 200, 'GET', path)).body.data.attributes;
    expect(await attributes(`/tracks/${tracks[0]}`)).toMatchObject({ 'ai-usage': null });
    expect(await attributes(`/albums/${album}`)).toMatchObject({ 'artwork-ai-usage': null });
    expect((await validate(album)).problems).toHaveLength(3);
  });
});

describe('a validation', () => {
  it('warns of AI statements that messages to some stores cannot hold, naming these', async () => {
    const { album } = await releaseOf(owner(), { ...stated, dsps: ['1', '4', '12'] });
    const { warnings } = await validate(album);
    const untold = 'The messages to Alpha (DSP 1) and Delta (DSP 12) cannot say that.';
    expect(warnings.map(({ code, pointer, detail }) => [code, pointer, detail])).toEqual([
      [
        'ai_usage_not_sent',
        '/data/relationships/tracks',
        `The album has tracks that state what artificial intelligence was used for. ${untold}`,
      ],
      [
        'artwork_ai_usage_not_sent',
        '/data/attributes/artwork-ai-usage',
        `The album states whether artificial intelligence was used for its artwork. ${untold}`,
      ],
    ]);
    expect((await validate(album, 'takedown')).warnings).toEqual([]);
  });

  it('does not warn if the messages to all stores can hold them', async () => {
    const { album } = await releaseOf(owner(), { ...stated, dsps: ['4'] });
    expect((await validate(album)).warnings).toEqual([]);
  });
});
