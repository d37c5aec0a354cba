/** Matches that another service has found, beside the comparisons of requests. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { foundLine, type LineMembers } from '../support/imported-matches.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { newRelease, type Release } from '../support/releases.ts';
import { released, request, shown, useMatching } from './matching.ts';
import { beforeNext, comeBetween } from './steps.ts';
import { queue, settle } from './work-stage.ts';

useMatching();
let ada: Person;
let album: Release;
let track: string;

const importMatch = async (given: LineMembers = {}) => {
  const lines = [foundLine({ track, title: 'Heard elsewhere', ...given })];
  const event = { command: 'import-matches', arguments: { file: 'found.jsonl', lines }, actor: 'test' };
  expect(await operate(event)).toMatchObject({ result: { outcomes: [{ outcome: 'imported' }] } });
};
const titles = async () => (await shown(ada, track)).map(({ attributes }) => attributes['title']).toSorted();

beforeAll(async () => {
  comeBetween(queue());
  ada = await newAdmin();
  await released([{ title: 'Amber Lantern' }]);
});
beforeEach(async () => {
  album = await newRelease(ada, [{ title: 'Amber Lantern' }]);
  [track = ''] = album.trackIds;
});

describe('an imported match', () => {
  it('keeps its id and content through comparisons, as do the matches these find', async () => {
    await importMatch({ id: track });
    const [before] = await shown(ada, track);
    await request(album.albumId);
    await settle();
    expect(await titles()).toEqual(['Amber Lantern', 'Heard elsewhere']);
    expect(await shown(ada, track)).toContainEqual(before);
    await importMatch({ id: `${track}-2`, title: 'Heard again' });
    expect(await titles()).toEqual(['Amber Lantern', 'Heard again', 'Heard elsewhere']);
    await request(album.albumId);
    await settle();
    expect(await titles()).toEqual(['Amber Lantern', 'Heard again', 'Heard elsewhere']);
  });

  it('is kept if it arrives during a comparison', async () => {
    await request(album.albumId);
    beforeNext('TransactWriteItemsCommand', () => importMatch({ id: track }));
    await settle();
    expect(await titles()).toEqual(['Amber Lantern', 'Heard elsewhere']);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('does not affect what a comparison finds during the import', async () => {
    await request(album.albumId);
    beforeNext('TransactWriteItemsCommand', async () => void (await settle()));
    await importMatch({ id: track });
    expect(await titles()).toEqual(['Amber Lantern', 'Heard elsewhere']);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('is deleted with the track, even if it arrives during a comparison', async () => {
    await request(album.albumId);
    beforeNext('TransactWriteItemsCommand', async () => {
      await importMatch({ id: track });
      await call(tracks, 204, { method: 'DELETE', path: `/tracks/${track}`, token: ada.token });
    });
    await settle();
    const rows = await allRows();
    expect(
      rows.filter(({ pk }) => /^(match-list|imported-match)#/.test(String(pk)) && String(pk).includes(track)),
    ).toEqual([]);
    expect(faultsOf(definitions, rows)).toEqual([]);
  });
});
