/** import-matches, from files to what owners see, as the command line runs it. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { readLine } from '../../../shared/matching/imports/line.ts';
import { addTrackTo } from '../../../shared/matching/imports/tracks-with-match.ts';
import { matchLists } from '../../../shared/matching/lists/match-lists.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { request, newRelease as requestableRelease } from '../../support/distribution/release.ts';
import { command } from '../../support/distribution/stores.ts';
import {
  counts,
  foundLine,
  type LineMembers,
  matchesOf,
  matchImports,
} from '../../support/imported-matches.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { giveMatches, matchFound } from '../../support/matches.ts';
import { newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';

withTable();
const { operator, imported } = matchImports();
let ada: Person;
let track: string;
let other: string;
let ids = 0;
beforeAll(async () => {
  ada = await newAdmin();
  [track = '', other = ''] = (await newRelease(ada, [{ title: 'Amber' }, { title: 'Quiet' }])).trackIds;
});

const ranges = { start: 1, end: 2, 'matched-start': 3, 'matched-end': 4 };

/** A match that no earlier line has. */
const newLine = (given: LineMembers = {}): LineMembers => foundLine({ track, id: String(++ids), ...given });
const removal = ({ source, id }: LineMembers): LineMembers => ({ source, id, removed: true });

/** @returns the match of the track with the title, or undefined. */
async function found(title: string, trackId = track, person = ada) {
  const { data } = await matchesOf(person, trackId, `&filter[title]=${encodeURIComponent(title)}`);
  expect(data.length).toBeLessThan(2);
  return data[0];
}

/** Imports further matches, as many lines would. */
async function giveFurther(trackId: string, count: number): Promise<void> {
  const table = new Table();
  const lines = Array.from({ length: count }, () => newLine({ track: trackId, 'confidence-score': 80 }));
  const read = lines.map(readLine).flatMap((line) => ('match' in line ? line.match : []));
  const { items } = await matchLists.read(table, { parentId: trackId, ownerId: ada.userId });
  await giveMatches({ trackId, ownerId: ada.userId }, [...items, ...read]);
  await addTrackTo(
    table,
    trackId,
    read.map(({ matchedTrackId }) => matchedTrackId),
  );
}

const deleteTrack = (trackId: string) =>
  call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackId}`, token: ada.token });
const placesOf = async ({ source, id }: LineMembers) =>
  (await allRows()).find(({ pk }) => pk === `imported-match#${source}#${id}`);

describe('import-matches', () => {
  it('imports the example of the documentation', async () => {
    const text = readFileSync(new URL('../../../docs/matches/found.jsonl', import.meta.url), 'utf8');
    const eve = await newAdmin();
    const { trackIds } = await newRelease(eve, [
      { title: 'So Where', isrc: 'DEAB12600001' },
      { title: 'Harbour', isrc: 'DEAB12600002' },
    ]);
    expect(await imported(text)).toEqual({
      counts: counts({ lines: 3, imported: 2, unchanged: 1 }),
      told: [],
    });
    const guide = new URL('../../../docs/guides/imported-matches.md', import.meta.url);
    expect(readFileSync(guide, 'utf8')).toContain(text);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const [index, trackId] of trackIds.entries()) {
      const { source: _, id: __, isrc: ___, ...given } = lines[index];
      const parts = ['artists', 'distributors', 'time-offsets', 'alpha-artists', 'gamma-artists'];
      const shown = await matchesOf(eve, trackId, `&include=track-analysis,${parts.join()}`);
      const [match] = shown.data;
      const attributes = Object.entries(given).filter(([name]) => !parts.includes(name));
      expect(match.attributes).toMatchObject({
        ...Object.fromEntries(attributes),
        'is-cover': Number(given['is-cover']),
      });
      expect(match.relationships['track-analysis'].data).toBeNull();
      for (const part of parts) {
        const ofPart = (shown.included ?? []).filter(
          ({ type }: { type: string }) => type === `track-match-${part}`,
        );
        expect(ofPart.map((each: LineMembers) => each['attributes'])).toEqual(given[part] ?? []);
      }
    }
  });

  it('shows matches only to the owner of the track', async () => {
    const line = newLine({ title: 'Secret' });
    await imported([line]);
    expect(await found('Secret')).toMatchObject({ attributes: { 'album-title': '', 'beta-id': null } });
    expect((await matchesOf(await newAdmin(), track)).data).toEqual([]);
  });

  it('replaces a reimported match and leaves an equal one unchanged', async () => {
    const line = newLine({ title: 'First', 'confidence-score': 80 });
    expect((await imported([line])).counts).toEqual(counts({ lines: 1, imported: 1 }));
    const before = await found('First');
    expect((await imported([line])).counts).toEqual(counts({ lines: 1, unchanged: 1 }));
    expect(await found('First')).toEqual(before);
    const changed = { ...line, title: 'Second', artists: [{ name: 'Nia' }] };
    expect((await imported([changed])).counts).toEqual(counts({ lines: 1, replaced: 1 }));
    expect(await found('First')).toBeUndefined();
    const after = await found('Second');
    expect(after).toMatchObject({
      id: before.id,
      attributes: { 'created-at': before.attributes['created-at'] },
    });
    expect(after.attributes['updated-at'] > before.attributes['updated-at']).toBe(true);
  });

  it('moves a match imported for another track', async () => {
    const line = newLine({ title: 'Moved' });
    await imported([line]);
    expect((await imported([{ ...line, track: other }])).counts).toEqual(counts({ lines: 1, replaced: 1 }));
    expect(await found('Moved')).toBeUndefined();
    expect(await found('Moved', other)).toBeDefined();
    expect(await placesOf(line)).toMatchObject({ tracks: new Set([other]) });
  });

  it('removes a match withdrawn by its source, and the rows leading to it', async () => {
    const line = newLine({ title: 'Withdrawn' });
    await imported([line]);
    expect((await imported([removal(line)])).counts).toEqual(counts({ lines: 1, removed: 1 }));
    expect(await found('Withdrawn')).toBeUndefined();
    expect(await placesOf(line)).toBeUndefined();
    expect((await imported([removal(line)])).counts).toEqual(counts({ lines: 1, unchanged: 1 }));
  });

  it('distinguishes matches with the same id from different sources', async () => {
    const line = newLine({ title: 'One' });
    expect((await imported([line, { ...line, source: 'ear2', title: 'Two' }])).counts).toMatchObject({
      imported: 2,
    });
    expect([await found('One'), await found('Two')]).not.toContain(undefined);
  });

  it('finds every track with an ISRC in any spelling and of any owner', async () => {
    const eve = await newAdmin();
    const isrc = 'de-ab1-26-00777';
    const [mine = ''] = (await newRelease(ada, [{ title: 'A', isrc }])).trackIds;
    const [hers = ''] = (await newRelease(eve, [{ title: 'B', isrc: 'DEAB12600777' }])).trackIds;
    const line = newLine({ track: null, isrc: 'DE AB1 26 00777', title: 'By code' });
    expect((await imported([line])).counts).toMatchObject({ imported: 1 });
    expect(await found('By code', mine)).toBeDefined();
    expect(await found('By code', hers, eve)).toBeDefined();
    const body = { data: { type: 'tracks', id: hers, attributes: { 'isrc-code': 'DEAB12600778' } } };
    await call(tracks, 200, { method: 'PATCH', path: `/tracks/${hers}`, token: eve.token, body });
    expect((await imported([line])).counts).toMatchObject({ replaced: 1 });
    expect(await found('By code', mine)).toBeDefined();
    expect(await found('By code', hers, eve)).toBeUndefined();
  });

  it('rejects an ISRC of no track, or of too many', async () => {
    const isrc = 'DEAB12600888';
    await newRelease(
      ada,
      Array.from({ length: 6 }, (_, index) => ({ title: `T${index}`, isrc })),
    );
    const many = newLine({ track: null, isrc });
    expect(await imported([many, { ...many, isrc: 'DEAB12600889' }])).toEqual({
      counts: counts({ lines: 2, rejected: 2 }),
      told: [
        { line: 1, detail: `More than 5 tracks have the ISRC ${isrc}. Name one of them with track.` },
        { line: 2, detail: 'No track has the ISRC DEAB12600889.' },
      ],
    });
  });

  it('reports bad lines by number and imports the others', async () => {
    const good = [newLine({ title: 'Good 1' }), newLine({ title: 'Good 2' })];
    const bad = [newLine({ track: '17' }), newLine({ 'is-cover': 3, Label: 'X' })];
    const texts = [
      `\uFEFF${JSON.stringify(good[0])}`,
      '{"source": ',
      '',
      bad[0],
      '[1]',
      bad[1],
      good[1],
      '   ',
    ];
    const text = texts.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\r\n');
    const { counts: counted, told } = await imported(text);
    expect(counted).toEqual(counts({ lines: 6, imported: 2, rejected: 4 }));
    expect(told.toSorted((left, right) => Number(Object(left).line) - Number(Object(right).line))).toEqual([
      { line: 2, detail: 'The line is not a JSON document.' },
      { line: 4, detail: 'There is no track 17.' },
      { line: 5, detail: 'The line must be an object.' },
      {
        line: 6,
        detail: 'is-cover must be 0, 1, true or false. Label is not a member that a line may have.',
      },
    ]);
    expect([await found('Good 1'), await found('Good 2')]).not.toContain(undefined);
  });

  it('uses the last of several lines about a match', async () => {
    const line = newLine({ title: 'Old' });
    const lines = [line, { ...line, title: 'New' }, removal(line), { ...line, title: 'Last', track: other }];
    expect((await imported(lines)).counts).toEqual(
      counts({ lines: 4, imported: 2, replaced: 1, removed: 1 }),
    );
    expect([await found('Old'), await found('New')]).toEqual([undefined, undefined]);
    expect(await found('Last', other)).toBeDefined();
  });

  it('imports files of several batches in order with progress', async () => {
    const lines = Array.from({ length: 250 }, (_, index) => newLine({ track: '17', title: `T${index}` }));
    const last = newLine({ title: 'After all' });
    const { counts: counted, told } = await imported([...lines, last]);
    expect(counted).toEqual(counts({ lines: 251, imported: 1, rejected: 250 }));
    expect(told).toHaveLength(250);
  });

  it('prints lines, progress and counts as text', async () => {
    const { writeFileSync, rmSync } = await import('node:fs');
    const path = `/tmp/matches-${process.pid}.jsonl`;
    const line = newLine({ title: 'Told', source: 'Not\u001b[31m' });
    writeFileSync(path, `${JSON.stringify(newLine())}\n${JSON.stringify({ ...line, 'x\u001b[31m': 1 })}\n`);
    const ran = await operator.run('import-matches', path);
    rmSync(path);
    expect(ran.code).toBe(0);
    expect(ran.errors).toMatch(
      /^Line 2: source must be .*\. x\\u\{1b\}\[31m is not a member .*\nImporting: 2 of 2 lines\n$/,
    );
    expect(ran.output).toBe(
      'lines: 2\nimported: 1\nreplaced: 0\nunchanged: 0\nremoved: 0\ndropped: 0\nrejected: 1\n',
    );
  });

  it('is rejected without a readable file', async () => {
    expect(await operator.run('import-matches')).toMatchObject({ code: 2, errors: '<file> is required.\n' });
    expect(await operator.run('import-matches', '/nowhere.jsonl')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^\/nowhere\.jsonl cannot be read: /),
    });
  });

  it('shows its matches to reviewers of a request, without a released track', async () => {
    const eve = await newAdmin();
    const release = await requestableRelease(eve, { tracks: 1 });
    const id = await request(eve, release.album);
    const [{ id: reviewed }] = Object(await command('show-request', { id })).tracks;
    const line = newLine({ track: reviewed, 'confidence-score': 99, 'time-offsets': [ranges] });
    await imported([line]);
    expect(await command('show-request', { id })).toMatchObject({
      tracks: [
        {
          matches: [
            {
              ...{ track: null, imported: `ear.example#${line['id']}`, user: null, method: null },
              ...{ 'confidence-score': 99, 'is-of-another-owner': false, 'time-offsets': [ranges] },
            },
          ],
        },
      ],
    });
  });

  it('is recorded without its lines', async () => {
    const line = newLine({ title: 'Unrecorded' });
    await imported([line]);
    const recorded = (await allRows()).filter(({ command }) => command === 'import-matches');
    expect(recorded.at(-1)).toMatchObject({
      outcome: 'done',
      arguments: expect.stringMatching(/^\{"file":"\d+\.jsonl"\}$/),
    });
  });
});

describe('the matches of a track', () => {
  it('are the best 40 imported ones, and those that no longer fit are reported', async () => {
    const isrc = 'DEAB12600999';
    const both = ['Full', 'Full, too'].map((title) => ({ title, isrc }));
    const [full = '', too = ''] = (await newRelease(ada, both)).trackIds;
    const scored = (score: number | null) => newLine({ track: null, isrc, 'confidence-score': score });
    const [worst, better, bad] = [scored(null), scored(90), scored(70)];
    await imported([worst]);
    for (const each of [full, too]) await giveFurther(each, 39);
    const noRoom = ({ id }: LineMembers) =>
      [full, too]
        .map(
          (each) =>
            `Track ${each} has no room for the match ear.example#${id}. It keeps its best 40 imported matches.`,
        )
        .join(' ');
    const { counts: counted, told } = await imported([better, bad]);
    expect(counted).toEqual(counts({ lines: 2, imported: 1, dropped: 1 }));
    expect(told).toEqual([
      { line: 1, detail: noRoom(worst) },
      { line: 2, detail: noRoom(bad) },
    ]);
    expect([await placesOf(worst), await placesOf(bad)]).toEqual([undefined, undefined]);
    expect(await imported([bad])).toMatchObject({ counts: { dropped: 1 }, told: [{ line: 1 }] });
    expect((await matchesOf(ada, full)).meta.page.total).toBe(40);
  });

  it('leave the remaining room, up to 90 in all, to comparisons', async () => {
    const [full = ''] = (await newRelease(ada, [{ title: 'Both' }])).trackIds;
    const scores = Array.from({ length: 90 }, (_, index) => 71 + (index % 20));
    const compared = scores.map((score) => matchFound({ 'confidence-score': score }, { parts: {} }));
    await giveMatches({ trackId: full, ownerId: ada.userId }, compared);
    const { told } = await imported([newLine({ track: full }), newLine({ track: full })]);
    expect(told).toEqual([]);
    const { data } = await matchesOf(ada, full);
    const kept = data.map(({ attributes }: { attributes: LineMembers }) => attributes['confidence-score']);
    expect(kept.toSorted()).toEqual([...scores.toSorted().slice(2), null, null]);
  });

  it('are deleted with the track and the rows leading to them', async () => {
    const [gone = ''] = (await newRelease(ada, [{ title: 'Gone' }, { title: 'Stays' }])).trackIds;
    const line = newLine({ track: gone });
    await imported([line]);
    await deleteTrack(gone);
    const left = (await allRows()).filter((row) => JSON.stringify(row).includes(gone));
    expect(left.filter(({ pk }) => /^(imported-match|match-)/.test(String(pk)))).toEqual([]);
    expect(await imported([line])).toMatchObject({ told: [{ detail: `There is no track ${gone}.` }] });
  });

  it('leave consistent rows', async () => {
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });
});
