import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { Message } from '../../../../infra/operator/catalogue/ern/message.ts';
import { resolverOf } from '../../../../infra/operator/catalogue/masters.ts';
import { readFolder } from '../../../../infra/operator/catalogue/read-folder.ts';
import { messageOf } from '../../../support/catalogue-files/small-message.ts';

const folder = mkdtempSync(join(tmpdir(), 'folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('files of which the encoding is another than they say are problems', async () => {
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
  };
  const other = mkdtempSync(join(folder, 'encodings-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(other, name), content);
  const { problems } = await readFolder(other, { resolve: resolverOf(undefined), now: new Date() });
  const isNot = (name: string) => `${name}: The text of the file does not have its encoding, such as UTF-8.`;
  const isOther = (name: string) => `${name}: The document is not a message of DDEX ERN 4.3.`;
  expect(problems).toEqual([
    isOther('latin.xml'),
    isOther('marked.xml'),
    isNot('not-16.xml'),
    isNot('not-8.xml'),
    isNot('unknown.xml'),
    'unmarked.csv:1: The cells must be separated by commas.',
    isOther('unmarked.xml'),
  ]);
});

test('links in a folder are not followed, which is a note', async () => {
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

test('the messages in a folder are not kept in memory after they were read', async () => {
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
