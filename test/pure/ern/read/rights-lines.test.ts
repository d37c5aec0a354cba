/** Owners of rights in messages of other senders, and in those of this service. */
import { describe, expect, it } from 'vitest';
import type { Work } from '../../../../shared/ern/write/parcel.ts';
import { cLine, pLine } from '../../../../shared/ern/write/texts.ts';
import { readParts, recording } from '../../../support/catalogue-files/small-message.ts';

const line = (content: string, name = 'PLine') => `<${name}>${content}</${name}>`;
const year = (text: number | string) => `<Year>${text}</Year>`;
const text = (wording: string, name = 'PLine') => `<${name}Text>${wording}</${name}Text>`;

function rightsIn(release: string) {
  const read = readParts({
    release,
    resources: recording('A1', { more: release.replaceAll(/<CLine>.*?<\/CLine>/g, '') }),
  });
  const rightsOf = ({ attributes }: { attributes: Readonly<Record<string, unknown>> }) => [
    attributes['rights-owner-year'],
    attributes['rights-owner-name'],
  ];
  return {
    notes: read.notes.filter((note) => note.includes('line') || note.includes('owner')),
    album: rightsOf(read.release),
    track: read.release.tracks.map(rightsOf)[0],
    publishing: read.release.attributes['publishing'],
  };
}

describe('the owner of a P line', () => {
  it.each([
    'Quay Holdings, Inc.',
    '(P) Quay Holdings, Inc.',
    '2019 Quay Holdings, Inc.',
    '(P) &amp; (C) 2019 Quay Holdings, Inc.',
    '℗&amp;© 2019 Quay Holdings, Inc.',
  ])('is read with the year, whether or not the text %j repeats it', (wording) => {
    const rights = [2019, 'Quay Holdings, Inc.'];
    expect(rightsIn(line(`${year(2019)}${text(wording)}`))).toEqual({
      ...{ notes: [], album: rights, track: rights, publishing: undefined },
    });
  });

  it.each(['(P) 2018-2019 Quay Holdings', '(P)(C) 2018, 2019 Quay Holdings', 'Quay Holdings, 2018/2019'])(
    'is read from %j, keeping further years in the wording',
    (wording) => {
      const { album, track, publishing } = rightsIn(line(`${year(2019)}${text(wording)}`));
      expect([album, track]).toEqual([
        [2019, 'Quay Holdings'],
        [2019, 'Quay Holdings'],
      ]);
      expect(publishing).toBe(wording.replace(/^(?:\([PC]\))+ /, ''));
    },
  );

  it.each(['1975 Records', '2020 Vision', '1975 Records, Inc.'])(
    'is all of %j, with the year of its element or release',
    (wording) => {
      expect(rightsIn(line(`${year(2026)}${text(wording)}`)).album).toEqual([2026, wording]);
      expect(rightsIn(line(`${year(2026)}${text(`2026 ${wording}`)}`)).album).toEqual([2026, wording]);
      expect(rightsIn(line(`${year(2026)}${text(`(P) 2026 ${wording}`)}`)).album).toEqual([2026, wording]);
    },
  );

  it('is "1975 Records" without another year, with the year of the release', () =>
    expect(rightsIn(line(text('1975 Records'))).album).toEqual([2024, '1975 Records']));

  it('has the year of its text, of the C line, or of the release', () => {
    const cOf = (wording: string) => line(text(wording, 'CLine'), 'CLine');
    const named = text('(P) Quay Holdings');
    expect(rightsIn(line(text('(P) 2017-2018 Quay Holdings'))).album).toEqual([2018, 'Quay Holdings']);
    expect(rightsIn(`${line(named)}${cOf('(C) 2016 Else')}`).album).toEqual([2016, 'Quay Holdings']);
    const undated = rightsIn(line(named));
    expect([undated.album, undated.track]).toEqual([
      [2024, 'Quay Holdings'],
      [2024, 'Quay Holdings'],
    ]);
    expect(undated.notes).toContain(
      'A P line or C line without a year is imported with the year of its release.',
    );
  });

  it('is not the label, unless no line names an owner', () => {
    const unnamed = rightsIn(line(`${year(2019)}${text('(P) 2019')}`));
    expect(unnamed.album).toEqual([2024, 'Blue Room']);
    expect(unnamed.notes).toContain(
      'A release without a P line is imported with the rights owner of a recording, or with its label.',
    );
  });

  const licence =
    'under exclusive licence to Meadow Lane Recordings, a division of Meadow Lane Music Group Limited, and for the rest of the world to its affiliated companies and licensees, all of whom act for the owners';
  it.each([
    'Songs for Harbours Limited',
    'Lost in Harbours Limited',
    'Blue Room (Harbours) Limited',
    'Quay/Stone Holdings',
    'Stand by Me Records, Inc.',
    'Nia Calder, Ada Quist and Leo Marsh',
    'Quay Holdings GmbH, Stone Yard Ltd. and Blue Room',
  ])('is complete even in a long line: %s', (owner) => {
    const owned = `The copyright in this sound recording is owned by ${owner}`;
    for (const beginning of [owner, owned]) {
      const wording = `(P) 2019 ${beginning} ${licence}${' and their heirs'.repeat(5)}`;
      expect(rightsIn(line(`${year(2019)}${text(wording)}`)).album).toEqual([2019, owner]);
    }
  });

  it('is cut with a note if too long, but not after a conjunction', () => {
    const wording = `${'Harbour '.repeat(24)}and (for, ${'Stone '.repeat(30)}`;
    const { album, notes } = rightsIn(line(`${year(2019)}${text(`(P) 2019 ${wording}`)}`));
    expect(album).toEqual([2019, 'Harbour '.repeat(24).trim()]);
    expect(notes).toContain('A rights owner of more than 200 characters is shortened.');
  });
});

describe('a P line for stores', () => {
  const written = (name: string, wording: string | null = null) =>
    pLine({ rightsOwnerYear: 2019, rightsOwnerName: name } as Work, wording);

  it.each([
    ['Blue Room', 'Blue Room'],
    ['℗ 2019 Blue Room', 'Blue Room'],
    ['2019 Blue Room', 'Blue Room'],
    ['1975 Records', '1975 Records'],
  ])('has signs and years once for the owner %s, and is read back', (name, owner) => {
    const { PLineText, PLineCompany } = written(name);
    expect([PLineText, PLineCompany]).toEqual([`(P) 2019 ${owner}`, owner]);
    expect(rightsIn(line(`${year(2019)}${text(String(PLineText))}`)).album).toEqual([2019, owner]);
  });

  it('repeats no sign of its wording', () => {
    expect(written('Blue Room', '℗ 2018-2019 Blue Room')['PLineText']).toBe('(P) 2018-2019 Blue Room');
  });

  it.each([
    ['© 2019 Blue Room', 2019, '(C) 2019 Blue Room'],
    ['(C) © 2018-2020 Blue Room', 2020, '(C) 2018-2020 Blue Room'],
    ['Blue Room', 2021, '(C) Blue Room'],
  ])('is followed by a C line for %s, with its year', (copyright, Year, CLineText) => {
    expect(cLine({ copyright, rightsOwnerYear: 2021 })).toEqual({ Year, CLineText });
    expect(cLine({ copyright: null, rightsOwnerYear: 2021 })).toBeUndefined();
  });
});
