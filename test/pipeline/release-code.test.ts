/** An operator releases a code that stays with the wrong owner, and reports then find the right one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as operate } from '../../functions/operate/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { albums as albumRecords } from '../../shared/catalogue/api/albums.ts';
import { markDelivered } from '../../shared/distribution/deliveries/mark-delivered.ts';
import { changeRecord, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { albumAttributes, errorsOf } from '../support/catalogue-calls.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { beforeNext, comeBetween } from './steps.ts';
import { importReport, queue, run, usageSums, useUsage } from './usage.ts';

useUsage();
let ada: Person;
let eve: Person;
let number = 0;
beforeAll(async () => {
  comeBetween(queue());
  [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
});

const newCode = (): string => `DEAB129${String(++number).padStart(5, '0')}`;
const line = (isrc: string, revenue: number) => `2026-01-05,1,US,${isrc},1,${revenue},EUR`;
const earned = async ({ userId }: Person): Promise<number> =>
  Number((await usageSums()).revenue[`${userId} EUR 2026-01`] ?? 0n) / 1e12;

const change = (person: Person, id: string, code: string | null) =>
  call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: person.token,
    body: { data: { type: 'tracks', id, attributes: { 'isrc-code': code } } },
  });

const deliverAgain = (id: string, isrc: string) =>
  markDelivered(storeOf(api, { table: new Table(), now: new Date() }), [{ id, isrc }]);

const given = (code: string, more: object = {}) => ({
  ...{ code, user: ada.userId, reason: 'Mistyped.' },
  ...more,
});

/** A code that Ada has mistyped and corrected, and that is really Eve's. */
async function mistyped(): Promise<{ readonly code: string; readonly id: string; readonly right: string }> {
  const [code, right] = [newCode(), newCode()];
  const { trackIds } = await newDeliveredRelease(ada, [{ title: 'Mistyped', isrc: code }]);
  const id = trackIds[0] ?? '';
  await newDeliveredRelease(eve, [{ title: 'Right', isrc: code }]);
  await change(ada, id, right);
  await deliverAgain(id, right);
  return { code, id, right };
}

describe('a mistyped code that a store got', () => {
  it('keeps lines of its right owner unmatched until it is released', async () => {
    const { code, id } = await mistyped();
    const before = await earned(eve);
    const name = `${code}.csv`;
    expect((await importReport({ name, content: [line(code, 10)] })).counts).toMatchObject({ unmatched: 1 });
    const shown = {
      code,
      kind: 'isrc',
      user: ada.userId,
      records: [{ id, title: 'Mistyped' }],
      'other-users': [eve.userId],
    };
    expect(await command('release-code', given(code.toLowerCase(), { check: true }))).toMatchObject({
      ...shown,
      summary: 'Nothing was released yet.',
    });
    await command('import-usage', { rematch: true });
    await run(1);
    expect(await earned(eve)).toBe(before);
    expect(await command('release-code', given(code))).toMatchObject(shown);
    await command('import-usage', { rematch: true });
    await run(1);
    expect(await earned(eve)).toBe(before + 10);
    expect((await problemsOf('release-code', given(code)))[0]).toMatchObject({ code: 'unknown_record' });
  });

  it('stays released when its former owner changes or deletes the track, or rows are rewritten', async () => {
    const { code, id } = await mistyped();
    await command('release-code', given(code));
    await operate({ command: 'reindex', arguments: {}, actor: 'test' });
    await change(ada, id, newCode());
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${id}`, token: ada.token });
    const before = await earned(eve);
    const report = { name: `${code}.csv`, content: [line(code, 10)] };
    expect((await importReport(report)).counts).toMatchObject({ unmatched: 0 });
    expect(await earned(eve)).toBe(before + 10);
  });

  it('leaves the earnings of its former owner until the report is corrected', async () => {
    const code = newCode();
    const { trackIds } = await newDeliveredRelease(ada, [{ title: 'Mistyped', isrc: code }]);
    const id = trackIds[0] ?? '';
    const [ofAda, ofEve] = [await earned(ada), await earned(eve)];
    await importReport({ name: `${code}.csv`, content: [line(code, 7)] });
    const right = newCode();
    await change(ada, id, right);
    await deliverAgain(id, right);
    await newDeliveredRelease(eve, [{ title: 'Right', isrc: code }]);
    await command('release-code', given(code));
    expect([await earned(ada), await earned(eve)]).toEqual([ofAda + 7, ofEve]);
    await importReport({ name: `${code}.csv`, content: [line(code, 8)] });
    expect([await earned(ada), await earned(eve)]).toEqual([ofAda, ofEve + 8]);
  });

  it.each([
    ['while its owner has it', async ({ code, id }: { code: string; id: string }) => change(ada, id, code)],
    [
      'while stores have the track with it',
      ({ code, id }: { code: string; id: string }) => deliverAgain(id, code),
    ],
  ])('is not released %s', async (_, prepare) => {
    const made = await mistyped();
    await prepare(made);
    const [problem] = await problemsOf('release-code', given(made.code));
    expect(problem).toMatchObject({
      code: 'code_in_use',
      detail: expect.stringContaining(`track ${made.id}`),
    });
  });

  it('is not released if its owner concurrently takes it back', async () => {
    const { code, id } = await mistyped();
    beforeNext('TransactWriteItemsCommand', async () => void (await change(ada, id, code)));
    expect((await problemsOf('release-code', given(code)))[0]).toMatchObject({ code: 'code_in_use' });
  });

  it('is not released for another owner', async () => {
    const { code } = await mistyped();
    expect((await problemsOf('release-code', given(code, { user: eve.userId })))[0]).toMatchObject({
      code: 'unknown_record',
    });
  });

  it('is released once, even by two operators and if the function is killed at any step', async () => {
    const { code } = await mistyped();
    const putBack = await saveStage({ queues: queue() });
    const outcomes = await Promise.all(
      [1, 2].map(() => operate({ command: 'release-code', arguments: given(code), actor: 'test' })),
    );
    expect(outcomes.filter((each) => 'result' in each)).toHaveLength(1);
    const end = async (about: string) => {
      await operate({ command: 'release-code', arguments: given(code), actor: 'test' });
      expect((await problemsOf('release-code', given(code)))[0], about).toMatchObject({
        code: 'unknown_record',
      });
    };
    const release = () =>
      operate({ command: 'release-code', arguments: given(code), actor: 'test' }).catch(() => undefined);
    await killedAfterEveryStep({ begin: putBack, run: release, end });
  });

  it('must be an ISRC or a UPC', async () => {
    for (const code of ['N/A', '123', ''])
      expect((await problemsOf('release-code', given(code)))[0]).toMatchObject({ code: 'invalid_value' });
  });
});

describe('the UPC of an album that a store got', () => {
  const newAlbum = (status: number, upc: string) =>
    call(albums, status, {
      method: 'POST',
      path: '/albums',
      token: eve.token,
      body: { data: { type: 'albums', attributes: { ...albumAttributes, 'upc-code': upc } } },
    });

  it('can be given to another owner once it is released', async () => {
    const { albumId, upc, trackIds } = await newDeliveredRelease(ada, [{ title: 'Song', isrc: newCode() }]);
    for (const id of trackIds)
      await call(tracks, 204, { method: 'DELETE', path: `/tracks/${id}`, token: ada.token });
    await call(albums, 204, { method: 'DELETE', path: `/albums/${albumId}`, token: ada.token });
    expect(errorsOf(await newAlbum(422, upc))).toEqual(['value_taken /data/attributes/upc-code']);
    expect(await command('release-code', given(upc))).toMatchObject({
      kind: 'upc',
      records: [{ id: albumId, title: null }],
    });
    await newAlbum(201, upc);
  });

  it('is not released while stores have the album with it', async () => {
    const { albumId, upc } = await newDeliveredRelease(ada, [{ title: 'Song', isrc: newCode() }]);
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const was = { resource: albumRecords, id: albumId };
    await changeRecord(store, was, () => ({ fields: { 'delivered-upc': upc } }));
    const data = { type: 'albums', id: albumId, attributes: { 'upc-code': null } };
    await call(albums, 200, {
      method: 'PATCH',
      path: `/albums/${albumId}`,
      token: ada.token,
      body: { data },
    });
    const [problem] = await problemsOf('release-code', given(upc));
    expect(problem).toMatchObject({
      code: 'code_in_use',
      detail: expect.stringContaining(`album ${albumId}`),
    });
  });
});
