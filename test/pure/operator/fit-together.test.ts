/** Lines of an export that do not fit together are read again, until they fit. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ask, fitTogether } from '../../../bin/operator/moves/fit-together.ts';
import { claimOf, type Line } from '../../../shared/kit/moves/moved-file.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';

const record = (id: string, attributes: object, relationships: object, owner = '11'): Line => ({
  ...{ id, owner, version: 1 },
  attributes,
  relationships,
});
const organization = record('10', { name: 'Blue Room' }, {}, '10');
const user = record('11', { name: 'Ada', email: 'ada@example.com', role: 'admin' }, {}, '10');
const label = record('12', { name: 'Blue' }, {});
const album = record('256', { title: 'Small Hours' }, { label: '12' });
const track = record('300', { title: 'Streetlights' }, { 'primary-genre': '1', language: '118' });
const place = record('301', { order: 1 }, { album: '256', track: '300' });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(files: Readonly<Record<string, readonly Line[]>>): void {
  const all = { 'white-labels': [organization], users: [user], labels: [label], albums: [album], ...files };
  const empty = movedFiles.map(({ name }) => [name, []]);
  for (const [name, lines] of Object.entries<readonly Line[]>({ ...Object.fromEntries(empty), ...all }))
    writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const linesOf = (name: string): Line[] =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [JSON.parse(text)]));

/** No deletion is under way. */
const fitted = (ask: Ask) => fitTogether(folder, ask, () => Promise.reject(new Error('It waits.')));

/** A stage that has these lines. */
const having = (...lines: readonly (readonly [file: string, line: Line])[]): Ask => {
  const byClaim = new Map(lines.map(([file, line]) => [claimOf(file, String(line['id'])), line]));
  return async (places) =>
    places.map((asked) => {
      const { file, id, by } = asked;
      const linked = lines.flatMap(([name, line]) =>
        by !== undefined && name === file && Object(line['relationships'])[by] === id ? [line] : [],
      );
      const alone = byClaim.get(claimOf(file, id)) ?? [];
      return { place: asked, lines: by === undefined ? [alone].flat() : linked };
    });
};

it('an export with consistent lines rereads nothing', async () => {
  written({ tracks: [track], 'album-tracks': [place] });
  await fitted(() => {
    throw new Error('It was asked.');
  });
});

it('an export adds the missing places of a track and then their album', async () => {
  written({ albums: [], tracks: [track] });
  await fitted(having(['tracks', track], ['album-tracks', place], ['albums', album]));
  expect(linesOf('album-tracks')).toEqual([place]);
  expect(linesOf('albums')).toEqual([album]);
});

it('an export omits records deleted meanwhile', async () => {
  written({ albums: [], tracks: [], 'album-tracks': [place] });
  await fitted(having());
  expect(linesOf('album-tracks')).toEqual([]);
});

it('an export omits a place the track has left, even if an older album lists it', async () => {
  const newer = record('512', { title: 'Late Hours' }, { label: '12' });
  const next = record('302', { order: 2 }, { album: '512', track: '300' });
  const attributes = { title: 'Streetlights', 'oldest-album': '512', disc: 1, order: 2 };
  const moved = record('300', attributes, Object(track['relationships']));
  written({ albums: [album, newer], tracks: [moved], 'album-tracks': [place, next] });
  await fitted(having(['tracks', moved], ['album-tracks', next]));
  expect(linesOf('album-tracks')).toEqual([next]);
});

it('an export rereads both records if two seem to share a name', async () => {
  const renamed = record('12', { name: 'Red' }, {});
  const other = record('13', { name: 'Blue' }, {});
  written({ labels: [label, other] });
  await fitted(having(['labels', renamed], ['labels', other]));
  expect(linesOf('labels')).toEqual([renamed, other]);
});

it('an export lists a user before younger users, who may link to it', async () => {
  const parent = record('14', { name: 'Bo', email: 'bo@example.com', role: 'admin' }, {}, '10');
  const child = record(
    '15',
    { name: 'Cy', email: 'cy@example.com', role: 'analyst' },
    { 'parent-user': '14' },
    '10',
  );
  written({ users: [user, child] });
  await fitted(having(['users', parent], ['users', child]));
  expect(linesOf('users').map(({ id }) => id)).toEqual(['11', '14', '15']);
});

it('an export continues where a page of the stage ended', async () => {
  written({ albums: [], tracks: [track] });
  const stage = having(['tracks', track], ['album-tracks', place], ['albums', album]);
  await fitted(async (places) => (await stage(places)).slice(0, 1));
  expect(linesOf('albums')).toEqual([album]);
});

it("an export fails if the stage's records are inconsistent", async () => {
  written({ tracks: [track] });
  await expect(fitted(having(['tracks', track]))).rejects.toThrow(
    /do not fit together.*tracks\.jsonl:1: No line of album-tracks links to it, and it needs one\./s,
  );
});

it('an export accepts inconsistent lines if the stage has them', async () => {
  const video = record('300', { title: 'Streetlights', kind: 'video' }, track['relationships'] as object);
  written({ tracks: [video], 'album-tracks': [place] });
  await fitted(having(['tracks', video], ['album-tracks', place]));
});

it('an export fails after ten rounds if records keep changing', async () => {
  let rounds = 0;
  written({ labels: [], tracks: [track], 'album-tracks': [place] });
  // Each round, the album has another label, which is gone in the next.
  const changing: Ask = (places) => {
    rounds += places.some(({ file }) => file === 'albums') ? 1 : 0;
    return having(['albums', record('256', { title: 'Small Hours' }, { label: String(1000 + rounds) })])(
      places,
    );
  };
  await expect(fitted(changing)).rejects.toThrow(/changed too often.*albums\.jsonl:1: It links to labels/s);
  expect(rounds).toBe(10);
});
