/** Messages and spreadsheets with random changes: readers report what they cannot read, and do not fail. */
import { expect, it } from 'vitest';
import { readCsv } from '../../../../bin/operator/catalogue/csv/read-csv.ts';
import { resolverOf } from '../../../../bin/operator/catalogue/masters.ts';
import { readRightsLine } from '../../../../shared/catalogue/rules/rights-line.ts';
import { messageOf, readMany } from '../../../support/catalogue-files/small-message.ts';

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PIECES = [
  ...[
    '(P)',
    '℗',
    '©',
    '2019',
    '2018-2019',
    ',',
    ';',
    '\t',
    '"',
    "'",
    '\n',
    '\r',
    '\u200b',
    '\ufeff',
    '\0',
    '(',
    ')',
  ],
  ...[
    '<',
    '>',
    '&amp;',
    '</PLine>',
    '<PLine>',
    '<Year/>',
    'N/A',
    'sep=;',
    '0:00:00',
    '1.0',
    'feat:',
    ' ',
    '🎵',
    '\ud800',
  ],
];

function changed(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  const until = at + Math.floor(random() ** 3 * 40);
  const piece = PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const moved = random() < 0.3 ? text.slice(until, until + 30) : piece;
  return text.slice(0, at) + moved + text.slice(until);
}

function manyOf(text: string, check: (text: string) => void): void {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = randomOf(seed);
    let one = text;
    for (let changes = Math.ceil(random() * 6); changes > 0; changes -= 1) one = changed(one, random);
    check(one);
  }
}

const SHEET = `upc,album-title,release-date,album-artists,album-rights-year,album-rights-owner,track,title,version,isrc,length
850001000314,Small Hours,2019-03-05,Nia Calder; featuring: Ada Quist,2019,℗ 2019 Blue Room,1,One (Live),Live,QZAAA1900001,00:04:05
850001000314,Small Hours,2019-03-05,Nia Calder; featuring: Ada Quist,2019,℗ 2019 Blue Room,2,"Two, three",,N/A,00:00:00
`;

it('a randomly changed spreadsheet is read or has problems', () => {
  manyOf(SHEET, (text) => {
    const { releases, problems } = readCsv(text, { file: 'c.csv', resolve: resolverOf(undefined) });
    if (releases.flatMap(({ release }) => release.tracks).length < 2)
      expect(problems, JSON.stringify(text)).not.toEqual([]);
  });
});

it('a randomly changed message is read or has problems', () => {
  const line =
    '<PLine><Year>2019</Year><PLineText>(P) &amp; (C) 2018-2019 Quay Holdings, Inc.</PLineText></PLine>';
  manyOf(messageOf({ release: line }), (text) => {
    const { releases, problems } = readMany(text);
    if (releases.flatMap(({ release }) => release.tracks).length === 0)
      expect(problems, JSON.stringify(text)).not.toEqual([]);
  });
});

it('a changed rights line keeps every owner word that is not a sign or year', () => {
  manyOf('(P) & (C) 2018-2019 Quay Holdings, Inc., 2019', (text) => {
    const { owner = '' } = readRightsLine(text);
    const words = (part: string) => part.match(/\p{L}{3,}/gu) ?? [];
    expect(words(owner), text).toEqual(words(text).filter((word) => !/^copyright$/i.test(word)));
  });
});
