import { describe, expect, it } from 'vitest';
import { gtinOf, singleUnit, upcCapacity, upcOf } from '../../../../shared/catalogue/rules/upc.ts';

it.each([
  ['614141999996', '0614141999996'],
  ['0614141999996', '0614141999996'],
  ['4006381333931', '4006381333931'],
])('the code %s is read as %s', (text, gtin) => expect(gtinOf(text)).toBe(gtin));

it.each([
  ['a wrong check digit', '614141999997'],
  ['two digits exchanged', '611441999996'],
  ['11 digits', '61414199999'],
  ['14 digits', '00614141999996'],
  ['a letter', '61414199999X'],
  ['a letter before it', 'x614141999996'],
  ['a letter after it', '614141999996x'],
  ['no digits', ''],
])('a code with %s is rejected', (_, text) => expect(gtinOf(text)).toBeUndefined());

it.each([
  ['00614141999996', '0614141999996'],
  ['10614141999993', '10614141999993'],
  ['0614141999996', '0614141999996'],
  ['006141419999960', '006141419999960'],
  ['0a614141999996', '0a614141999996'],
])('the code %s names the single unit %s', (text, unit) => expect(singleUnit(text)).toBe(unit));

describe('a generated UPC', () => {
  it.each([
    ['0850001', 31, '850001000314'],
    ['0850001', 0, '850001000000'],
    ['0850001', 99_999, '850001999991'],
    ['952110', 153_001, '9521101530018'],
    ['95212345678', 9, '9521234567899'],
  ])('has the prefix %s, the number %d and a check digit: %s', (prefix, number, code) => {
    expect(upcOf(prefix, number)).toBe(code);
    expect(gtinOf(code)).toBe(code.padStart(13, '0'));
  });

  it.each([
    ['012345', 1_000_000],
    ['0850001', 100_000],
    ['95212345678', 10],
  ])('has the prefix %s and is one of %d distinct codes', (prefix, capacity) => {
    expect(upcCapacity(prefix)).toBe(capacity);
    const some = Array.from({ length: Math.min(capacity, 1000) }, (_, number) => upcOf(prefix, number));
    expect(new Set([...some, upcOf(prefix, capacity - 1)]).size).toBe(capacity === 10 ? 10 : 1001);
  });
});
