import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { addCounted } from '../../support/distribution/counted.ts';
import { ask, newTrack, request, requestFor } from '../../support/distribution/release.ts';
import { command, useStores } from '../../support/distribution/stores.ts';
import {
  bodyOf,
  change,
  files,
  owner,
  releaseOf,
  useValidations,
  validate,
} from '../../support/distribution/validations.ts';
import { setHeard } from '../../support/heard.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
useValidations();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = owner();
  eve = await newAdmin();
});

describe('a validation', () => {
  it('finds nothing for a complete album and leaves no request', async () => {
    const { album } = await releaseOf(ada);
    const shown = async () => (await ask(ada, 200, 'GET', `/albums/${album}`)).body;
    const before = await shown();
    expect(await validate(album)).toEqual({ 'is-complete': true, problems: [], warnings: [] });
    const { meta } = (await shown()).data;
    expect(await shown()).toEqual({ ...before, data: { ...before.data, meta } });
    expect((await ask(ada, 200, 'GET', `/distribution-requests?filter[album]=${album}`)).body.data).toEqual(
      [],
    );
  });

  it('lists all problems of a request with records and members', async () => {
    const lacking = { artwork: null, language: null, dsps: [] };
    const track = { 'full-audiofile-url': null };
    const { album, tracks } = await releaseOf(ada, { ...lacking, tracks: 1, track });
    const late = await newTrack(ada, album, { order: 3, title: 'Late' });
    const { problems, 'is-complete': isComplete } = await validate(album);
    const albumOf = (detail: string, pointer: string) => ({
      code: 'album_incomplete',
      detail,
      pointer,
      record: { type: 'albums', id: album },
    });
    expect(isComplete).toBe(false);
    expect(problems).toEqual([
      albumOf('The album has no artwork.', '/data/attributes/artwork'),
      albumOf('The album has no language.', '/data/relationships/language'),
      albumOf('The album has no DSP.', '/data/relationships/album-dsps'),
      {
        code: 'album_incomplete',
        detail: 'The track "So Where" has no audio.',
        pointer: '/data/attributes/full-audiofile-url',
        record: { type: 'tracks', id: tracks[0] },
      },
      {
        code: 'album_incomplete',
        detail: 'The track "Late" has no main artist.',
        pointer: '/data/relationships/track-artists',
        record: { type: 'tracks', id: late },
      },
      albumOf('Disc 1 has no track with order 2.', '/data/relationships/album-tracks'),
    ]);
    const { errors } = (await ask(ada, 422, 'POST', '/distribution-requests', requestFor(album))).body;
    expect(problems.map(({ code, detail }) => [code, detail])).toEqual(
      errors.map(({ code, detail }: { code: string; detail: string }) => [code, detail]),
    );
  });

  it('is for a delivery unless it names a type of request', async () => {
    const { album } = await releaseOf(ada, { artwork: null });
    const typed = { record: { type: 'albums', id: album }, pointer: '/data/attributes/request-type' };
    expect(await validate(album, 'delivery')).toEqual(await validate(album));
    expect((await validate(album, 'update')).problems).toMatchObject([
      { code: 'update_requires_sent_delivery', ...typed },
      { code: 'album_incomplete' },
    ]);
    expect(await validate(album, 'takedown')).toEqual({
      'is-complete': true,
      problems: [{ code: 'takedown_requires_sent_delivery', detail: expect.any(String), ...typed }],
      warnings: [],
    });
  });

  it('names an open request of the album', async () => {
    const { album } = await releaseOf(ada);
    await request(ada, album);
    expect((await validate(album)).problems).toMatchObject([
      { code: 'distribution_request_exists', pointer: '/data', record: { type: 'albums', id: album } },
    ]);
  });

  it.each([
    ['an unknown type of request', 422, { 'request-type': 'recall' }, 'invalid_value'],
    ['an empty type of request', 422, { 'request-type': null }, 'invalid_value'],
  ])('is rejected with %s', async (_, status, attributes, code) => {
    const { album } = await releaseOf(ada);
    const body = { data: { type: 'albums', id: album, attributes } };
    const { errors } = (await ask(ada, status, 'POST', `/albums/${album}/validate`, body)).body;
    expect(errors).toMatchObject([{ code, source: { pointer: '/data/attributes/request-type' } }]);
  });

  it('lists ignored members', async () => {
    const { album } = await releaseOf(ada);
    const attributes = { request_type: 'takedown', title: 'x' };
    const relationships = { label: { data: null } };
    const body = { data: { type: 'albums', id: album, attributes, relationships } };
    const { meta } = (await ask(ada, 200, 'POST', `/albums/${album}/validate`, body)).body;
    expect(Object.keys(meta)).toEqual(['validation', 'ignored']);
    expect(meta.ignored).toEqual([
      { pointer: '/data/attributes/request_type', nearest: 'request-type' },
      { pointer: '/data/attributes/title', nearest: null },
      { pointer: '/data/relationships/label', nearest: null },
    ]);
  });

  it('is computed again for a repeated Idempotency-Key, because keys of validations are not stored', async () => {
    const { album } = await releaseOf(ada, { artwork: null });
    const path = `/albums/${album}/validate`;
    const request = { method: 'POST', path, token: ada.token };
    const keyed = { ...request, headers: { 'idempotency-key': randomUUID() } };
    const first = await costOf(albums, 200, keyed);
    expect(first.response.body.meta.validation.problems).toHaveLength(1);
    expect(first.writeUnits).toBe((await costOf(albums, 200, request)).writeUnits);
    await change('albums', album, { artwork: files().url('/cover.png') });
    expect((await call(albums, 200, keyed)).body.meta.validation.problems).toEqual([]);
  });

  it('is rejected for the document of another record or type', async () => {
    const { album } = await releaseOf(ada);
    const path = `/albums/${album}/validate`;
    const { errors } = (await ask(ada, 409, 'POST', path, bodyOf('17', 'delivery'))).body;
    expect(errors).toMatchObject([{ code: 'id_conflict', source: { pointer: '/data/id' } }]);
    await ask(ada, 409, 'POST', path, { data: { type: 'tracks', id: album } });
    await ask(ada, 400, 'POST', `${path}?sort=title`);
  });

  it('is only for the owner of the album', async () => {
    const { album } = await releaseOf(eve);
    await ask(ada, 403, 'POST', `/albums/${album}/validate`);
    await ask(ada, 404, 'POST', '/albums/17/validate');
    await ask(ada, 404, 'POST', '/albums/x/validate');
  });
});

it('a reviewer sees the validation of a request until it is decided', async () => {
  const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { title: 'So Where (Explicit)' } });
  const id = await request(ada, album);
  await setHeard(tracks[0] ?? '', {});
  await change('albums', album, { artwork: null });
  const { problems, warnings } = await validate(album);
  const shown = async () => (await command('show-request', { id })) as { validation: unknown };
  expect((await shown()).validation).toEqual({
    problems: problems.filter(({ code }) => code === 'album_incomplete'),
    warnings,
  });
  expect(warnings).toHaveLength(1);
  await command('reject-request', { id, reason: 'No artwork.' });
  expect((await shown()).validation).toBeNull();
});

describe('a validation and a request of an album', () => {
  const requestErrors = async (album: string, type: string) =>
    (await ask(ada, 422, 'POST', '/distribution-requests', requestFor(album, type))).body.errors;

  it.each([
    ['delivery', 1000],
    ['takedown', 1100],
  ] as const)('state the limit of requests, which for a %s is %i', async (type, limit) => {
    const { album } = await releaseOf(ada, { label: null });
    await addCounted(album, 'distribution-requests', limit - 1);
    const codes = async () => (await validate(album, type)).problems.map(({ code }) => code);
    expect(await codes()).not.toContain('limit_reached');
    await addCounted(album, 'distribution-requests', 1);
    const { problems } = await validate(album, type);
    expect(problems).toContainEqual({
      code: 'limit_reached',
      detail: `An album has at most ${limit} distribution requests.`,
      pointer: '/data',
      record: { type: 'albums', id: album },
    });
    const errors: readonly { code: string; detail: string }[] = await requestErrors(album, type);
    const said = (all: readonly { code: string; detail: string }[]) =>
      all.map(({ code, detail }) => `${code} ${detail}`).toSorted();
    expect(said(errors)).toEqual(said(problems));
  });

  it('state the limit for nearly 1,000 deliveries, which prevents approval', async () => {
    const { album } = await releaseOf(ada);
    await addCounted(album, 'deliveries', 998);
    expect((await validate(album)).problems).toEqual([]);
    await addCounted(album, 'deliveries', 1);
    const { problems } = await validate(album);
    expect(problems).toMatchObject([
      {
        code: 'limit_reached',
        detail: 'An album has at most 1000 deliveries. It has 999, and the request would make 2.',
      },
    ]);
    expect(await requestErrors(album, 'delivery')).toMatchObject([
      { code: 'limit_reached', detail: problems[0]?.detail },
    ]);
  });
});
