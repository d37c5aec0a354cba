/** What spreadsheet programs and distributors write into cells. */
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../bin/operator/catalogue/csv/read-csv.ts';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';

type Row = Readonly<Record<string, string>>;
const ROW = { upc: '850001000314', 'album-title': 'Small Hours', track: '1', title: 'One' };

function sheetOf(rows: readonly Row[], separator = ','): string {
  const all = rows.map((row) => ({ ...ROW, ...row }));
  const names = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const cell = (text: string) => (/[",;\t|\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = all.map((row) => names.map((name) => cell(new Map(Object.entries(row)).get(name) ?? '')));
  return [names, ...lines].map((cells) => cells.join(separator)).join('\n');
}

function read(text: string) {
  const { releases, problems, notes } = readCsv(text, { file: 'c.csv', resolve: resolverOf(undefined) });
  const [release] = releases.map((each) => each.release);
  return {
    release,
    track: release?.tracks[0],
    problems,
    notes: notes.map(({ note, place }) => `${place}: ${note}`),
  };
}
const readRows = (...rows: readonly Row[]) => read(sheetOf(rows));

describe('an owner cell', () => {
  it.each(['℗ 2019 Blue Room', '(P) & (C) 2019 Blue Room', '2019 Blue Room', 'Blue Room, 2019'])(
    'is parsed like a P line (%s)',
    (owner) => {
      const rights = { 'rights-owner-year': 2019, 'rights-owner-name': 'Blue Room' };
      const { release, track } = readRows({ 'album-rights-year': '2019', 'album-rights-owner': owner });
      expect(release?.attributes).toMatchObject(rights);
      expect(track?.attributes).toMatchObject(rights);
      const ofTrack = readRows({ 'album-rights-year': '2019', 'rights-owner': owner });
      expect(ofTrack.track?.attributes).toMatchObject(rights);
    },
  );

  it('supplies the year if no other cell does', () => {
    expect(readRows({ 'album-rights-owner': '℗ 2018-2019 Blue Room' }).release?.attributes).toMatchObject({
      'rights-owner-year': 2019,
      'rights-owner-name': 'Blue Room',
    });
  });

  it('is shortened with a note', () => {
    const { notes, release } = readRows({
      'album-rights-year': '2019',
      'album-rights-owner': 'x'.repeat(300),
    });
    expect(notes).toEqual([
      'c.csv:2: album-rights-owner: A rights owner of more than 200 characters is shortened.',
    ]);
    expect(release?.attributes['rights-owner-name']).toBe('x'.repeat(200));
  });
});

describe('an ISRC cell', () => {
  it.each(['N/A', 'TBD', 'XXXX', 'QZAAA190001', '-'])('gets a note if it is not an ISRC (%s)', (code) => {
    const { track, notes, problems } = readRows({ isrc: code });
    expect(problems).toEqual([]);
    expect(track?.attributes).not.toHaveProperty('isrc-code');
    expect(notes).toEqual([`c.csv:2: isrc: ${code} is not an ISRC, and is omitted.`]);
  });

  it('keeps its spelling', () => {
    expect(readRows({ isrc: 'qz-aaa-19-00001' }).track?.attributes['isrc-code']).toBe('qz-aaa-19-00001');
  });

  it('gets a note if another track has the code', () => {
    const { notes } = readRows({ isrc: 'QZKKK2600001' }, { track: '2', isrc: 'qz-kkk-26-00001' });
    expect(notes).toEqual(['c.csv:3: Another track of the release also has the ISRC QZKKK2600001.']);
  });
});

describe('numeric cells', () => {
  it('are read as spreadsheet programs write them', () => {
    const { release, track, problems } = readRows({
      ...{ upc: '850001000314.0', track: '1.0', disc: '1.00', length: '0:04:05' },
      ...{ 'album-rights-year': '2019.0', 'album-rights-owner': 'Blue Room' },
    });
    expect(problems).toEqual([]);
    expect(release?.attributes).toMatchObject({ 'upc-code': '850001000314', 'rights-owner-year': 2019 });
    expect(track).toMatchObject({ order: 1, disc: 1, attributes: { length: '00:04:05' } });
    expect(readRows({ track: '1.5' }).problems).toEqual(['c.csv:2: track: 1.5 is not a whole number.']);
  });

  it.each(['8.50001E+11', '8,50001E+11', '8.50001000314e11'])(
    'are problems if they were rounded (%s)',
    (upc) => {
      expect(readRows({ upc }).problems).toEqual([
        `c.csv:2: upc: ${upc} is a rounded number. Format the column as text.`,
      ]);
    },
  );

  it.each(['00:00:00', '0:00:00', '0:00:00.000'])('are omitted, with a note, if zero (%s)', (length) => {
    const { track, notes } = readRows({ length });
    expect(track?.attributes).not.toHaveProperty('length');
    expect(notes).toEqual(['c.csv:2: length: A length of zero is omitted.']);
  });

  it('get a note for gaps between tracks or discs', () => {
    expect(readRows({ track: '1' }, { track: '3' }, { disc: '3' }).notes).toEqual([
      'c.csv:2: The numbers of the discs have gaps, and are imported as they are.',
      'c.csv:2: The numbers of the tracks on disc 1 have gaps, and are imported as they are.',
    ]);
  });
});

describe('cells of artists and titles', () => {
  it('are a problem if a role is unknown', () => {
    expect(readRows({ artists: 'Nia Calder; feat: Ada Quist' }).problems).toEqual([
      'c.csv:2: artists: No artist role begins feat: Ada Quist. /artist-roles lists them; the nearest is featuring. A name with a colon needs a role.',
    ]);
    const named = readRows({ artists: 'main_artist: Godspeed: The Band' });
    expect(named.track?.artists).toEqual([{ name: 'Godspeed: The Band', role: '1', order: null }]);
  });

  it.each(['Nia Calder, Ada Quist', 'Nia Calder feat. Ada Quist'])(
    'get a note if names coincide (%s)',
    (name) => {
      const { notes, release } = readRows({ 'album-artists': name });
      expect(notes).toEqual([`c.csv:2: ${name} is imported as one artist.`]);
      expect(release?.artists).toEqual([{ name, role: '1', order: null }]);
    },
  );

  it('get a note for a repeated credit', () => {
    expect(readRows({ credits: 'Piano: Ada Quist, Leo Marsh' }).notes).toEqual([
      'c.csv:2: Ada Quist, Leo Marsh is imported as one artist.',
    ]);
  });

  it('contain the version once', () => {
    const album = readRows({ 'album-title': 'Small Hours (live)', 'album-version': 'Live' });
    expect(album.release?.attributes['title']).toBe('Small Hours');
    const { track } = readRows({ title: 'One (Live)', version: 'Live' });
    expect(track?.attributes['title']).toBe('One');
    expect(readRows({ title: 'One (Live)', version: 'Demo' }).track?.attributes['title']).toBe('One (Live)');
  });
});

describe('a sheet', () => {
  it.each([';', '\t', '|', ','])('may have other separators (%j)', (separator) => {
    const sheet = sheetOf([{ artists: 'Nia Calder; featuring: Ada Quist', title: 'One, Two' }], separator);
    for (const text of [
      sheet,
      `\ufeff${sheet}`,
      `sep=${separator}\n${sheet}`,
      `\ufeffsep=${separator}\r\n${sheet}`,
    ]) {
      const { track, problems } = read(text);
      expect(problems).toEqual([]);
      expect(track).toMatchObject({
        attributes: { title: 'One, Two' },
        artists: [{ role: '1' }, { role: '2' }],
      });
    }
    // Lines are counted as an editor shows them.
    expect(read(`sep=${separator}\n${sheetOf([{ track: 'x' }], separator)}`).problems).toEqual([
      'c.csv:3: track: x is not a whole number.',
    ]);
  });
});

it('a rights owner that is only a sign and a year is omitted with a note, and a year alone is a name', () => {
  const { release, notes } = readRows({ 'album-rights-year': '2019', 'album-rights-owner': '℗ 2019' });
  expect(release?.attributes).not.toHaveProperty('rights-owner-name');
  expect(notes).toContainEqual(
    'c.csv:2: album-rights-owner: A rights owner that is only a sign or year is not imported.',
  );
  expect(readRows({ 'album-rights-owner': '1989' }).release?.attributes).toMatchObject({
    'rights-owner-name': '1989',
  });
});
