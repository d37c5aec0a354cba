/** ISWC, ISNI and IPI in the spellings that owners use, with their check digits. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { iswc, readIswc } from '../../../../shared/catalogue/rules/iswc.ts';
import { ipi, isni, readIpi, readIsni } from '../../../../shared/catalogue/rules/party-codes.ts';

describe.each([
  [
    'an ISWC',
    readIswc,
    'T0345246801',
    ['T-034.524.680-1', 't0345246801', 'T 034 524 680 1', 'ISWC T-034.524.680-1'],
    ['', 'T034524680', 'T03452468011', 'A0345246801', '0345246801'],
  ],
  [
    'an ISNI',
    readIsni,
    '0000000121032683',
    [
      '0000 0001 2103 2683',
      '0000-0001-2103-2683',
      'https://isni.org/isni/0000000121032683',
      'ISNI 0000000121032683',
    ],
    ['', '000000012103268', 'X000000121032683', 'https://else.example/0000000121032683'],
  ],
  ['an ISNI with the check character X', readIsni, '000000012146438X', ['0000 0001 2146 438x'], []],
  [
    'an IPI name number',
    readIpi,
    '00077406269',
    ['00.077.406.269', '00077406269 '],
    ['', '77406269', 'I-000000229-7', '0007740626X'],
  ],
] as const)('%s', (_, read, code, spellings, others) => {
  it('is read in each usual spelling', () => {
    for (const spelling of [code, ...spellings]) expect(read(spelling), spelling).toBe(code);
  });

  it('is not read in another form or with a wrong check digit', () => {
    const digits = Array.from({ length: 10 }, (_, digit) => code.slice(0, -1) + digit);
    for (const other of [...others, ...digits.filter((each) => each !== code)])
      expect(read(other), other).toBeUndefined();
  });
});

it.each([iswc, isni, ipi])('a code with more separators than any spelling is rejected: %#', (schema) =>
  expect(v.is(schema, `T0345246801${'-'.repeat(60)}`)).toBe(false),
);
