import { describe, expect, it } from 'vitest';
import {
  isrcsBeginningWith,
  isrcsIn,
  readIsrcs,
  sortedIsrcs,
} from '../../../../shared/usage/rules/line-isrcs.ts';

const [first, second, third] = ['DEAB12600001', 'DEAB12600002', 'DEAB12600003'];
const code = (number: number) => `DEAB126${String(number).padStart(5, '0')}`;

describe('the ISRC cell of a line', () => {
  it.each(['DE-AB1-26-00001', 'de ab1 26 00001', 'DE/AB1/26/00001', 'DE|AB1|26|00001', ` ${first} `])(
    'is one code in any spelling: %s',
    (cell) => {
      expect(readIsrcs(cell)).toEqual({ isrc: first });
    },
  );

  it.each([
    `${second}|${first}`,
    `${second}; DE-AB1-26-00001`,
    `${second},${first}`,
    `${second} / de ab1 26 00001`,
    `${second} ${first}`,
    `|${second}||${first}|${second}|`,
  ])('has several codes, each once and sorted: %s', (cell) => {
    expect(readIsrcs(cell)).toEqual({ isrc: `${first}|${second}` });
  });

  it('is one code that is repeated', () => {
    expect(readIsrcs(`${first}|de-ab1-26-00001`)).toEqual({ isrc: first });
  });

  it.each([
    ['', /^isrc is not an ISRC: /],
    ['|;', /^isrc is not an ISRC: /],
    ['N/A', /^isrc is not an ISRC: /],
    [`${first}|${first}|DEAB1260001`, /^isrc has 3 codes, of which "DEAB1260001" is not an ISRC: /],
    [`${first} and ${second}`, /^isrc is not an ISRC: /],
  ])('rejects %j', (cell, sentence) => {
    expect(readIsrcs(cell)).toMatch(sentence);
  });

  it('has at most 20 different codes', () => {
    const codes = Array.from({ length: 21 }, (_, number) => code(number));
    expect(readIsrcs(codes.slice(1).join('|'))).toEqual({ isrc: codes.slice(1).join('|') });
    expect(readIsrcs(codes.join('|'))).toBe('isrc has 21 codes. A line can have at most 20.');
  });
});

describe('the codes of a line', () => {
  it('begin with that of the track, and can be sorted again', () => {
    const line = [first, second, third].join('|');
    const stored = isrcsBeginningWith(second, line);
    expect([isrcsIn(stored), sortedIsrcs(stored)]).toEqual([[second, first, third], line]);
    expect(isrcsBeginningWith(first, first)).toBe(first);
  });
});
