/** import-matches, interrupted and beside other imports. */
import { afterEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { withFaultyTable, withinOneMinute } from '../../support/faulty-way.ts';
import {
  counts,
  foundLine,
  type LineMembers,
  matchesOf,
  matchImports,
} from '../../support/imported-matches.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { firstMiddleLast } from '../../support/long-run.ts';
import { newRelease } from '../../support/releases.ts';

withinOneMinute();
const way = withFaultyTable();
const { operator, importing, imported } = matchImports();
afterEach(() => {
  way.crash = undefined;
  way.fault = undefined;
  way.interruption = undefined;
  operator.before = () => {};
  operator.remainingMs = Number.POSITIVE_INFINITY;
});

interface Owned {
  readonly person: Person;
  readonly trackIds: readonly string[];
}

async function newTracks(count: number, isrc: string | null = null): Promise<Owned> {
  const person = await newAdmin();
  const titles = Array.from({ length: count }, (_, index) => ({ title: `T${index}`, isrc }));
  return { person, trackIds: (await newRelease(person, titles)).trackIds };
}

/** @returns the titles of the matches of each track. */
const titlesOf = ({ person, trackIds }: Owned): Promise<string[][]> =>
  Promise.all(
    trackIds.map(async (trackId) => {
      const { data } = await matchesOf(person, trackId);
      return data
        .map(({ attributes }: { attributes: LineMembers }) => String(attributes['title']))
        .toSorted();
    }),
  );
let sources = 0;
const newSource = () => `source-${++sources}`;
const faults = async () => faultsOf(definitions, await allRows());

describe('an import of matches', () => {
  it('takes three reads and a transaction for a new match, and three reads for an equal one', async () => {
    const { trackIds } = await newTracks(8);
    const source = newSource();
    const lines = trackIds.map((track) => foundLine({ source, track, id: track }));
    const callsFor = async (some: readonly LineMembers[]) => {
      const before = way.calls;
      await imported(some);
      return way.calls - before;
    };
    const one = await callsFor(lines.slice(0, 1));
    // The track, its matches, the places of the match, and the transaction.
    expect((await callsFor(lines.slice(1))) - one).toBe(6 * 4);
    expect((await callsFor(lines)) - one).toBe(7 * 3 - 1);
  });

  it('can be repeated after being killed at any write', async () => {
    const isrc = 'DEAB12601001';
    const both = await newTracks(2, isrc);
    const apart = await newTracks(2);
    const [first = '', second = ''] = apart.trackIds;
    const titles = async () => [await titlesOf(both), await titlesOf(apart)];
    /** @returns lines that move, remove, replace and add a match. */
    const prepared = async () => {
      const source = newSource();
      const line = (id: string, given: LineMembers) => foundLine({ source, id, title: id, ...given });
      await imported([
        line('moved', { track: first }),
        line('removed', { isrc }),
        line('replaced', { isrc }),
      ]);
      return [
        line('moved', { track: second }),
        { source, id: 'removed', removed: true },
        line('replaced', { isrc, title: 'other' }),
        line('new', { isrc }),
      ];
    };
    const remove = (lines: readonly LineMembers[]) =>
      imported(lines.map(({ source, id }) => ({ source, id, removed: true })));
    const wanted = [
      [
        ['new', 'other'],
        ['new', 'other'],
      ],
      [[], ['moved']],
    ];
    const whole = await prepared();
    const before = way.writes;
    await imported(whole);
    const writes = way.writes - before;
    expect(await titles()).toEqual(wanted);
    await remove(whole);
    expect(writes).toBeGreaterThan(5);
    const ends = Array.from({ length: writes }, (_, writesBefore) =>
      [false, true].map((isWritten) => ({ writesBefore, isWritten })),
    );
    for (const end of firstMiddleLast(ends.flat())) {
      const lines = await prepared();
      const about = JSON.stringify(end);
      way.crash = { ...end };
      await importing(...lines);
      way.crash = undefined;
      const { counts: counted } = await imported(lines);
      expect(await titles(), about).toEqual(wanted);
      expect(counted, about).toMatchObject({ lines: 4, rejected: 0, dropped: 0 });
      expect((await imported(lines)).counts, about).toEqual(counts({ lines: 4, unchanged: 4 }));
      await remove(lines);
    }
    expect(await faults()).toEqual([]);
  });

  it('creates each match once if the function gets it twice', async () => {
    const owned = await newTracks(1);
    const [track = ''] = owned.trackIds;
    const source = newSource();
    const lines = ['a', 'b', 'c'].map((id) => foundLine({ source, track, id, title: id }));
    const all = await Promise.all([imported(lines), imported(lines), imported(lines)]);
    expect(await titlesOf(owned)).toEqual([['a', 'b', 'c']]);
    expect(all.reduce((sum, { counts: { imported: made } }) => sum + made, 0)).toBe(3);
    expect(await faults()).toEqual([]);
  });

  it('loses no match to a concurrent import for the same track', async () => {
    const owned = await newTracks(1);
    const [track = ''] = owned.trackIds;
    const line = (title: string) => foundLine({ source: newSource(), track, title });
    way.interruption = { after: 0, of: 'transactions', run: () => imported([line('other')]) };
    expect((await imported([line('own')])).counts).toEqual(counts({ lines: 1, imported: 1 }));
    expect(way.interruption).toBeUndefined();
    expect(await titlesOf(owned)).toEqual([['other', 'own']]);
    expect(await faults()).toEqual([]);
  });

  it('leaves a match on one track when two imports move it concurrently', async () => {
    const owned = await newTracks(3);
    const source = newSource();
    const lines = owned.trackIds.map((track) => foundLine({ source, track }));
    const [first = {}, second = {}, third = {}] = lines;
    for (const known of [[], [first]]) {
      await imported([{ source, id: '1', removed: true }, ...known]);
      way.interruption = { after: 0, of: 'transactions', run: () => imported([second]) };
      await imported([third]);
      expect(way.interruption).toBeUndefined();
      expect(await titlesOf(owned)).toEqual([[], [], ['So Where']]);
    }
    expect(await faults()).toEqual([]);
  });

  it('rejects the line of an ISRC that its track loses meanwhile', async () => {
    const isrc = 'DEAB12602001';
    const { person, trackIds } = await newTracks(1, isrc);
    const [id = ''] = trackIds;
    const body = { data: { type: 'tracks', id, attributes: { 'isrc-code': 'DEAB12602002' } } };
    way.interruption = {
      // The record of the command, and the query for the code.
      after: 2,
      run: () => call(tracks, 200, { method: 'PATCH', path: `/tracks/${id}`, token: person.token, body }),
    };
    const { told } = await imported([foundLine({ source: newSource(), isrc })]);
    expect(told).toEqual([{ line: 1, detail: `No track has the ISRC ${isrc}.` }]);
  });

  it('rejects the line of a track that is deleted meanwhile', async () => {
    const { person, trackIds } = await newTracks(2);
    const [track = ''] = trackIds;
    const path = `/tracks/${track}`;
    way.interruption = {
      ...{ after: 0, of: 'transactions' },
      run: () => call(tracks, 204, { method: 'DELETE', path, token: person.token }),
    };
    const { counts: counted, told } = await imported([foundLine({ source: newSource(), track })]);
    expect(way.interruption).toBeUndefined();
    expect(counted).toEqual(counts({ lines: 1, rejected: 1 }));
    expect(told).toEqual([{ line: 1, detail: `There is no track ${track}.` }]);
    expect((await allRows()).filter(({ pk }) => pk === `match-list#${track}`)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('deletes matches imported while their track is deleted', async () => {
    const { person, trackIds } = await newTracks(2);
    const [track = ''] = trackIds;
    const source = newSource();
    way.interruption = {
      ...{ after: 0, of: 'transactions' },
      run: () => imported([foundLine({ source, track })]),
    };
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${track}`, token: person.token });
    expect(way.interruption).toBeUndefined();
    const left = (await allRows()).filter(({ pk }) =>
      [`match-list#${track}`, `imported-match#${source}#1`].includes(String(pk)),
    );
    expect(left).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('continues when transactions conflict', async () => {
    const owned = await newTracks(1);
    const [track = ''] = owned.trackIds;
    way.fault = { operation: 'TransactWriteItems', how: 'conflict', times: 3 };
    await imported([foundLine({ source: newSource(), track, title: 'Patient' })]);
    expect(way.fault.times).toBe(0);
    expect(await titlesOf(owned)).toEqual([['Patient']]);
  });

  it('resends what the function had no time for', async () => {
    const owned = await newTracks(1);
    const [track = ''] = owned.trackIds;
    const source = newSource();
    let invocations = 0;
    operator.before = () => void invocations++;
    operator.remainingMs = 1000;
    const lines = ['a', 'b', 'c'].map((id) => foundLine({ source, track, id, title: id }));
    expect((await imported(lines)).counts).toEqual(counts({ lines: 3, imported: 3 }));
    expect([invocations, await titlesOf(owned)]).toEqual([3, [['a', 'b', 'c']]]);
  });

  it('stops if the stage does not respond, keeping imported batches', async () => {
    const owned = await newTracks(1);
    const [track = ''] = owned.trackIds;
    const source = newSource();
    const lines = Array.from({ length: 101 }, (_, index) =>
      foundLine({ source, track: index % 100 ? '17' : track, id: String(index), title: `T${index}` }),
    );
    let invocations = 0;
    operator.before = () => {
      if (++invocations === 2) throw new Error('Stopped.');
    };
    expect(await importing(...lines)).toMatchObject({ code: 1, output: '' });
    expect(await titlesOf(owned)).toEqual([['T0']]);
    operator.before = () => {};
    expect((await imported(lines)).counts).toMatchObject({
      lines: 101,
      imported: 1,
      unchanged: 1,
      rejected: 99,
    });
    expect(await titlesOf(owned)).toEqual([['T0', 'T100']]);
  });
});
