/** The check of an export as a whole: its problems name the file and the line. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../../../bin/operator/files.ts';
import { checkFolder, fileName } from '../../../bin/operator/moves/check-folder.ts';
import { FORMAT, type Manifest } from '../../../bin/operator/moves/manifest.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';

const organization = {
  id: '10',
  owner: '10',
  version: 1,
  attributes: { name: 'Blue Room' },
  relationships: {},
};
const user = {
  id: '11',
  owner: '10',
  version: 1,
  attributes: { name: 'Ada', email: 'ada@example.com', role: 'admin' },
  relationships: { 'parent-user': null, dsps: ['1'] },
};
const label = { id: '12', owner: '11', version: 1, attributes: { name: 'Blue' }, relationships: {} };
const track = {
  id: '300',
  owner: '11',
  version: 1,
  attributes: { title: 'Streetlights' },
  relationships: { 'primary-genre': '1', language: '118' },
};
const place = {
  id: '301',
  owner: '11',
  version: 1,
  attributes: { order: 1 },
  relationships: { album: '256', track: '300' },
};
const album = {
  id: '256',
  owner: '11',
  version: 1,
  attributes: { title: 'Small Hours', 'upc-code': '0614141999996', gtin: '0614141999996' },
  relationships: { label: '12', 'primary-genre': '1', countries: [] },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function problemsOf(files: Readonly<Record<string, readonly (object | string)[]>>) {
  const all = { 'white-labels': [organization], users: [user], labels: [label], albums: [album], ...files };
  for (const [name, lines] of Object.entries(all)) {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    writeFileSync(join(folder, `${name}.jsonl`), text.map((line) => `${line}\n`).join(''));
  }
  return (await checkFolder(folder)).problems;
}

it('an export with consistent records is accepted', async () => {
  expect(await problemsOf({ tracks: [track], 'album-tracks': [place] })).toEqual([]);
});

it.each<[string, Record<string, (object | string)[]>, string]>([
  ['a line that is not JSON', { labels: [label, '{'] }, 'labels.jsonl:2: The line is not JSON.'],
  [
    'an attribute of another version',
    { labels: [{ ...label, attributes: { mood: 'blue' } }] },
    'labels.jsonl:1: This version of the service does not know mood.',
  ],
  [
    'a value that the type does not allow',
    { labels: [{ ...label, attributes: { name: 7 } }] },
    'labels.jsonl:1: name must be a string.',
  ],
  [
    'an id that two records have',
    { labels: [label, { ...label, attributes: { name: 'Red' } }] },
    'labels.jsonl:2: Another line of labels has the same id, unique value or place.',
  ],
  [
    'a unique value that two records have',
    { albums: [album, { ...album, id: '512' }] },
    'albums.jsonl:2: Another line of albums has the same id, unique value or place.',
  ],
  [
    'a link to a record that is missing',
    { labels: [] },
    'albums.jsonl:1: It links to labels 12, which is not in the files.',
  ],
  [
    'a link to reference data that this version lacks',
    { albums: [{ ...album, relationships: { 'primary-genre': '99999' } }] },
    'albums.jsonl:1: It links to genres 99999, which is not in the files.',
  ],
  [
    'a track on no album',
    { tracks: [track] },
    'tracks.jsonl:1: No line of album-tracks links to it, and it needs one.',
  ],
  [
    'an oldest album that is missing',
    { tracks: [{ ...track, attributes: { 'oldest-album': '512' } }], 'album-tracks': [place] },
    'tracks.jsonl:1: It links to albums 512, which is not in the files.',
  ],
  [
    'an owner who is not in the files',
    { labels: [label, { ...label, id: '13', owner: '99', attributes: { name: 'Red' } }] },
    'labels.jsonl:2: Its owner 99 is not in the files.',
  ],
  [
    'a second organization',
    { 'white-labels': [organization, { ...organization, id: '20', owner: '20' }] },
    'white-labels.jsonl:2: The files contain several organizations.',
  ],
])('the check reports %s', async (_, files, problem) => {
  expect(await problemsOf(files)).toContain(problem);
});

const requiredLinks = api.resources.flatMap(({ type, owner, relationships }) =>
  owner === 'platform' || !movedFiles.some(({ name }) => name === type)
    ? []
    : Object.entries(relationships).flatMap(([name, { kept, required, ...more }]) =>
        kept && required && !('onDelete' in more && more.onDelete === 'clear') ? [{ type, name }] : [],
      ),
);

it.each(requiredLinks)('a $type line without $name is rejected', async ({ type, name }) => {
  const line = { id: '256', owner: '11', version: 1, attributes: {}, relationships: {} };
  for (const relationships of [{}, { [name]: null }])
    expect(await problemsOf({ [type]: [{ ...line, relationships }] })).toContain(
      `${type}.jsonl:1: ${name} is required.`,
    );
});

it('the required links of six types are checked', () => {
  expect(new Set(requiredLinks.map(({ type }) => type)).size).toBe(6);
});

/** Of the files as they are. */
async function manifestOf(names: readonly string[]): Promise<Manifest> {
  for (const name of names) appendFileSync(join(folder, name), '');
  const digests = names.map(async (name) => [name, { sha256: await digestOf(join(folder, name)) }] as const);
  const files = Object.fromEntries(await Promise.all(digests));
  return { format: FORMAT, stage: 'dev', organization: '10', 'exported-at': '', secrets: null, files };
}

it('a report file missing from the list of files is rejected', async () => {
  await problemsOf({});
  mkdirSync(join(folder, 'reports'));
  const manifest = await manifestOf([...movedFiles.map(fileName), 'reports/77.csv.gz']);
  expect((await checkFolder(folder, manifest)).problems).toEqual([
    'reports/77.csv.gz: Its report is not in the files.',
  ]);
});

it('a manifest of another organization is rejected', async () => {
  await problemsOf({});
  const manifest = await manifestOf(movedFiles.map(fileName));
  expect((await checkFolder(folder, manifest)).problems).toEqual([]);
  expect((await checkFolder(folder, { ...manifest, organization: '20' })).problems).toEqual([
    'manifest.json: It names the organization 20, which is not in the files.',
  ]);
});

it('a manifest with other line counts is rejected', async () => {
  await problemsOf({});
  const manifest = await manifestOf(movedFiles.map(fileName));
  const counted = (lines: number) => {
    const { 'labels.jsonl': { sha256 } = { sha256: '' } } = manifest.files;
    return { ...manifest, files: { ...manifest.files, 'labels.jsonl': { sha256, lines } } };
  };
  expect((await checkFolder(folder, counted(1))).problems).toEqual([]);
  expect((await checkFolder(folder, counted(2))).problems).toEqual([
    'manifest.json: labels.jsonl has 1 lines instead of 2.',
  ]);
});

it('a folder given as a file is rejected', async () => {
  await problemsOf({});
  const manifest = await manifestOf(movedFiles.map(fileName));
  rmSync(join(folder, 'artists.jsonl'));
  mkdirSync(join(folder, 'artists.jsonl'));
  expect((await checkFolder(folder, manifest)).problems).toEqual([
    'artists.jsonl: The file is missing or has changed since the export.',
  ]);
});

it('texts with unescaped Unicode line and paragraph separators are read', async () => {
  const name = 'Blue\u2028Room\u2029';
  expect(await problemsOf({ labels: [{ ...label, attributes: { description: name } }] })).toEqual([]);
});

it('a line longer than a request is rejected without being kept in memory', async () => {
  const long = { ...label, id: '13', attributes: { description: 'x'.repeat(5_000_000) } };
  expect(await problemsOf({ labels: [label, long, 'y'.repeat(9_000_000), '{'] })).toEqual([
    'labels.jsonl:2: The line is too long.',
    'labels.jsonl:3: The line is too long.',
    'labels.jsonl:4: The line is not JSON.',
  ]);
});

describe('usage files', () => {
  const about = { owner: '11', import: 'abcdefghijklmnop', run: 'one' };
  const lines = [['QZXYZ2600001', '300', 'DE', 7, '0.5', 'EUR', '256']];
  const ofDay = { ...about, dsp: '3', date: '2026-02-28', part: 0, lines };
  const revenue = { ...about, currency: 'EUR', month: '2026-02', revenue: '0.5' };
  const imports = [
    { owner: '11', import: about.import, name: 'june.csv', contents: ['aa'], run: 'one done' },
  ];
  const usage = { 'usage-imports': imports, 'usage-lines': [ofDay], 'usage-revenue': [revenue] };

  it('are accepted if their lines sum to the revenue', async () =>
    expect(await problemsOf(usage)).toEqual([]));

  it('are rejected if their lines sum to other revenue', async () =>
    expect(await problemsOf({ ...usage, 'usage-revenue': [{ ...revenue, revenue: '0.6' }] })).toEqual([
      'manifest.json: usage-lines.jsonl: Lines of the import abcdefghijklmnop for 11 in 2026-02 add up to 0.5 EUR instead of 0.6.',
    ]));

  it('are rejected with two contents for one import', async () =>
    expect(await problemsOf({ ...usage, 'usage-revenue': [{ ...revenue, run: 'two' }] })).toEqual([
      'manifest.json: The files of usage have two contents of the import abcdefghijklmnop.',
    ]));

  it('are accepted without import names, as exported by earlier versions', async () => {
    await problemsOf({ 'usage-lines': [ofDay], 'usage-revenue': [{ ...revenue, revenue: '0.6' }] });
    const names = movedFiles.map(fileName).filter((name) => name !== 'usage-imports.jsonl');
    expect((await checkFolder(folder, await manifestOf(names))).problems).toEqual([]);
  });
});
