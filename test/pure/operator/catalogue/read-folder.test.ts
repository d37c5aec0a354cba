import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';
import { readFolder } from '../../../../bin/operator/catalogue/read-folder.ts';
import { Message } from '../../../../shared/ern/read/message.ts';
import { messageOf, recordings } from '../../../support/catalogue-files/small-message.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('files whose encoding differs from the declared one are problems', async () => {
  const xml = (encoding: string, text: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;
  const files = {
    'latin.xml': Buffer.from(xml('ISO-8859-1', 'é'), 'latin1'),
    'marked.xml': Buffer.from(`\ufeff${xml('UTF-16', 'é')}`, 'utf16le'),
    'unmarked.xml': Buffer.from(xml('UTF-16', 'é'), 'utf16le'),
    'unmarked.csv': Buffer.from('upc;track', 'utf16le').swap16(),
    'not-8.xml': Buffer.from(xml('UTF-8', 'é'), 'latin1'),
    'not-16.xml': Buffer.from(xml('UTF-16', 'é')),
    'unknown.xml': Buffer.from(xml('x-none', 'e')),
    'windows.csv': Buffer.from('upc,album-title\n1,Caf\u00e9', 'latin1'),
  };
  const other = mkdtempSync(join(folder, 'encodings-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(other, name), content);
  const { problems } = await readFolder(other, { resolve: resolverOf(undefined), now: new Date() });
  const isNot = (name: string) => `${name}: The file is not in its declared encoding, such as UTF-8.`;
  const isOther = (name: string) => `${name}: The document is not a message of DDEX ERN.`;
  expect(problems).toEqual([
    isOther('latin.xml'),
    isOther('marked.xml'),
    isNot('not-16.xml'),
    isNot('not-8.xml'),
    isNot('unknown.xml'),
    'unmarked.csv:1: The column album-title is missing.',
    'unmarked.csv:1: The column title is missing.',
    isOther('unmarked.xml'),
    'windows.csv: The text of the file is neither UTF-8 nor UTF-16. Save the spreadsheet as "CSV UTF-8".',
  ]);
});

test('links in a folder are not followed, and a note says so', async () => {
  const linked = mkdtempSync(join(folder, 'links-'));
  mkdirSync(join(linked, 'a'));
  mkdirSync(join(linked, 'named.csv'));
  writeFileSync(join(linked, 'a/c.csv'), 'upc,album-title,track,title\n850001000123,Tides,1,One\n');
  symlinkSync(join(linked, 'a/c.csv'), join(linked, 'b.csv'));
  symlinkSync('/etc', join(linked, 'etc'));
  const { files, problems, notes } = await readFolder(linked, {
    resolve: resolverOf(undefined),
    now: new Date(),
  });
  expect({ files, problems }).toEqual({ files: 1, problems: [] });
  expect(notes.toSorted((left, right) => (left.place < right.place ? -1 : 1))).toEqual([
    { note: 'Symbolic links are not followed.', place: 'b.csv' },
    { note: 'Symbolic links are not followed.', place: 'etc' },
  ]);
});

test('workbooks and macOS metadata files are skipped, and notes say so', async () => {
  const other = mkdtempSync(join(folder, 'others-'));
  writeFileSync(join(other, 'c.csv'), 'upc,album-title,track,title\n850001000123,Tides,1,One\n');
  for (const name of ['._c.csv', 'c.XLSX', 'c.wav'])
    writeFileSync(join(other, name), Buffer.from('0516ff', 'hex'));
  const { files, problems, notes } = await readFolder(other, {
    resolve: resolverOf(undefined),
    now: new Date(),
  });
  expect({ files, problems }).toEqual({ files: 1, problems: [] });
  expect(notes.toSorted((left, right) => (left.place < right.place ? -1 : 1))).toEqual([
    { note: 'macOS metadata files are not read.', place: '._c.csv' },
    { note: 'Workbooks are not read. Save them as CSV.', place: 'c.XLSX' },
  ]);
});

test.each([
  ['c.csv', 'PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml'],
  ['c.tsv', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1'],
  ['c.xml', 'PK\u0003\u0004\u0014\0'],
])('a workbook or archive that is named %s has one problem that says so', async (name, content) => {
  const other = mkdtempSync(join(folder, 'workbooks-'));
  writeFileSync(join(other, name), content, 'latin1');
  const { problems } = await readFolder(other, { resolve: resolverOf(undefined), now: new Date() });
  expect(problems).toEqual([
    `${name}: The file is a workbook or an archive, although its name says otherwise. Save it as CSV, or extract it first.`,
  ]);
});

test('messages of a folder are not kept in memory once read', async () => {
  const other = mkdtempSync(join(folder, 'many-'));
  for (const name of ['a.xml', 'b.xml', 'c.xml']) writeFileSync(join(other, name), messageOf());
  const before = queryObjects(Message, { format: 'count' });
  const { releases } = await readFolder(other, { resolve: (url) => ({ url }), now: new Date() });
  // The engine may still hold the last one.
  expect(queryObjects(Message, { format: 'count' })).toBeLessThanOrEqual(before + 1);
  expect(releases[2]?.placeOf({ field: 'title', track: 0 })).toMatch(
    /^c\.xml:\d+: track 1 on disc 1: title \(SoundRecording\/DisplayTitle\/TitleText\)$/,
  );
});

test('lyrics are read from files beside their message, in the folder and not through links', async () => {
  const other = mkdtempSync(join(folder, 'lyrics-'));
  mkdirSync(join(other, 'one/resources'), { recursive: true });
  const words = '[00:12.00]One\r\n';
  writeFileSync(join(other, 'one/resources/a.lrc'), `\ufeff${words}`);
  writeFileSync(join(other, 'one/resources/utf-16.lrc'), Buffer.from(`\ufeff${words}`, 'utf16le'));
  writeFileSync(join(other, 'one/resources/latin.lrc'), Buffer.from('[00:12.00]\u00e9', 'latin1'));
  writeFileSync(join(other, 'one/resources/long.lrc'), words.repeat(100_000));
  writeFileSync(join(folder, 'outside.lrc'), words);
  symlinkSync(join(folder, 'outside.lrc'), join(other, 'one/resources/linked.lrc'));
  const lyricsAt = async (uri: string, codec = 'LRC', type = 'LyricText') => {
    const text = `<Text><ResourceReference>AL</ResourceReference><Type>${type}</Type><TechnicalDetails>${codec && `<TextCodecType>${codec}</TextCodecType>`}<File><URI>${uri}</URI></File></TechnicalDetails></Text>`;
    const linked =
      '<ResourceGroupContentItem><ReleaseResourceReference>A1</ReleaseResourceReference><LinkedReleaseResourceReference>AL</LinkedReleaseResourceReference></ResourceGroupContentItem>';
    const message = messageOf({ resources: recordings('A1') + text, contents: linked });
    writeFileSync(join(other, 'one/message.xml'), message);
    const { releases, notes } = await readFolder(other, { resolve: (url) => ({ url }), now: new Date() });
    return [
      releases[0]?.release.tracks[0]?.attributes['synced-lyrics'],
      ...notes.flatMap(({ note }) => (/lyrics|texts/i.test(note) ? note : [])),
    ];
  };
  for (const codec of ['LRC', 'SimpleLRC', 'EnhancedLRC', ''])
    expect(await lyricsAt('resources/a.lrc', codec)).toEqual([words]);
  expect(await lyricsAt('resources/utf-16.lrc')).toEqual([words]);
  const afterPdf = 'PDF</TextCodecType></TechnicalDetails><TechnicalDetails><TextCodecType>LRC';
  const ownTerm = '</TextCodecType><TextCodecType UserDefinedValue="LRC">UserDefined';
  for (const codec of [afterPdf, ownTerm]) expect(await lyricsAt('resources/a.lrc', codec)).toEqual([words]);
  writeFileSync(join(other, 'one/resources/a b%.lrc'), words);
  for (const uri of ['resources/a b%.lrc', 'resources/a%20b%25.lrc'])
    expect(await lyricsAt(uri)).toEqual([words]);
  for (const [uri, fault] of [
    ['resources/b.lrc', 'There is no such file.'],
    ['resources', 'It is not a file.'],
    ['resources/latin.lrc', 'It is neither UTF-8 nor UTF-16.'],
    ['resources/long.lrc', 'It is larger than 1 MB.'],
    ['resources/linked.lrc', 'It is not below the folder.'],
    ['../../outside.lrc', 'It is not below the folder.'],
    ['..%2f../outside.lrc', 'It is not below the folder.'],
    [join(folder, 'outside.lrc'), 'It is not below the folder.'],
  ] as const)
    expect(await lyricsAt(uri)).toEqual([undefined, `The lyrics in ${uri} are omitted. ${fault}`]);
  expect(await lyricsAt('resources/a.lrc', 'PDF')).toEqual([
    undefined,
    'Lyrics in the format PDF are omitted.',
  ]);
  expect(await lyricsAt('resources/a.lrc', 'LRC', 'LinerNotes')).toEqual([
    undefined,
    'Texts of the type LinerNotes are omitted.',
  ]);
});
