/** Warnings of validations about ISRCs and product codes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import {
  change,
  owner,
  releaseOf,
  useValidations,
  validate,
} from '../../support/distribution/validations.ts';
import { newUpc } from '../../support/examples.ts';
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

const warningsOf = async (album: string, type?: string) =>
  (await validate(album, type)).warnings.map(({ code }) => code);

describe('a validation', () => {
  it('warns of an isrc-code that is not an ISRC and says what stores get instead', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { 'isrc-code': 'pending' } });
    const [track = ''] = tracks;
    expect((await validate(album)).warnings).toMatchObject([
      { code: 'isrc_not_valid', detail: expect.stringContaining('Messages to stores omit it.') },
    ]);
    await change('tracks', track, { 'isrc-code': 'DEAB12690001' });
    expect(await warningsOf(album)).toEqual([]);
    await change('tracks', track, { 'isrc-code': 'DEAB1269000' });
    expect(await warningsOf(album)).toEqual(['isrc_not_valid']);
    await change('tracks', track, { 'isrc-code': null });
    expect(await warningsOf(album)).toEqual([]);
  });

  it('warns of an ISRC that repeats one of an earlier track on the album', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 3, track: { 'isrc-code': 'DEAB12690002' } });
    await change('tracks', String(tracks[1]), { 'isrc-code': 'DEAB12690003' });
    expect((await validate(album)).warnings).toMatchObject([
      {
        code: 'isrc_repeated',
        detail: expect.stringContaining('Track 1 on disc 1 has it too.'),
        record: { type: 'tracks', id: tracks[2] },
      },
    ]);
  });

  it('warns of codes that differ from those of stores', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { 'isrc-code': 'DEAB12690004' } });
    const [track = ''] = tracks;
    await approve(await request(ada, album));
    await runStores();
    expect(await warningsOf(album, 'update')).toEqual([]);
    await change('tracks', track, { 'isrc-code': 'DEAB12690005' });
    await change('albums', album, { 'upc-code': newUpc() });
    expect((await validate(album, 'update')).warnings).toMatchObject([
      { code: 'code_differs_from_stores', record: { id: album }, pointer: '/data/attributes/upc-code' },
      { code: 'code_differs_from_stores', record: { id: track }, pointer: '/data/attributes/isrc-code' },
    ]);
    await approve(await request(ada, album, 'update'));
    await runStores();
    expect(await warningsOf(album, 'update')).toEqual([]);
    await approve(await request(ada, album, 'takedown'));
    await runStores();
    await change('tracks', track, { 'isrc-code': null });
    expect(await warningsOf(album, 'update')).toEqual([]);
  });

  it('warns of the ISRC of a track that another owner has delivered', async () => {
    const isrc = 'DEAB12680001';
    const others = await releaseOf(eve, { tracks: 1, track: { 'isrc-code': isrc } });
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { 'isrc-code': 'de-ab1-26-80001' } });
    expect(await warningsOf(album)).toEqual([]);
    await approve(await request(eve, others.album));
    await runStores();
    expect((await validate(album)).warnings).toMatchObject([
      { code: 'isrc_of_another_owner', record: { type: 'tracks', id: tracks[0] } },
    ]);
    // Its owner delivers it on a second album.
    await command('set-capabilities', { 'user-id': eve.userId, preapproval: 'off' });
    const again = await releaseOf(eve, { tracks: 1, track: { 'isrc-code': isrc } });
    const { body } = await ask(eve, 200, 'POST', `/albums/${again.album}/validate`);
    expect(body.meta.validation.warnings).toEqual([]);
  });

  it('warns of such a track even if the owner has delivered many with the ISRC', async () => {
    const tracks = (isrc: string, count: number) => ({ tracks: count, track: { 'isrc-code': isrc } });
    const release = async (person: Person, isrc: string, count: number) => {
      await command('approve-request', {
        id: await request(person, (await releaseOf(person, tracks(isrc, count))).album),
      });
      await runStores();
    };
    for (const [isrc, first, second] of [
      ['DEAB12670001', ada, eve],
      ['DEAB12670002', eve, ada],
    ] as const) {
      await release(first, isrc, first === ada ? 5 : 1);
      const { album } = await releaseOf(ada, tracks(isrc, 1));
      expect(await warningsOf(album)).toEqual(first === ada ? [] : ['isrc_of_another_owner']);
      await release(second, isrc, second === ada ? 5 : 1);
      expect(await warningsOf(album)).toEqual(['isrc_of_another_owner']);
    }
  });
});
