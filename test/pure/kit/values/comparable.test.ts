import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partial } from '../../../../shared/kit/declare/filter.ts';
import { comparable } from '../../../../shared/kit/values/comparable.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { everyThird } from '../../../support/long-run.ts';

/** All that Unicode assigns, without those for private use. */
const codePoints = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((text) =>
  /[^\p{Cn}\p{Co}\p{Cs}]/u.test(text),
);
const letters = codePoints.filter((text) => /\p{L}/u.test(text) && text !== text.normalize('NFD'));
const cased = codePoints.filter((text) => /[\p{Lu}\p{Ll}\p{Lt}]/u.test(text));
const marks = codePoints.filter((text) => /\p{M}/u.test(text));
/** Marks that compose with at least one letter. */
const composing = new Set(letters.flatMap((text) => [...text.normalize('NFD')].slice(1)));

/** Called a million times, so it asserts only differences. */
function expectStable(text: string): void {
  const once = comparable(text);
  if (
    comparable(once) !== once ||
    once !== once.normalize('NFC') ||
    once !== comparable(text.normalize('NFD'))
  )
    expect({ text, once, twice: comparable(once) }).toEqual({ text, once, twice: once });
}

describe('the comparable form of a text', () => {
  it('is stable for every code point', () => {
    expect(codePoints.length).toBeGreaterThan(150_000);
    for (const text of everyThird(codePoints)) expectStable(text);
  });

  it('is stable for every cased letter with every combining mark', () => {
    expect(cased.length).toBeGreaterThan(4000);
    expect(composing.size).toBeGreaterThan(50);
    for (const [index, letter] of cased.entries())
      for (const mark of everyThird([...composing], index)) expectStable(letter + mark);
  });

  it('is stable for every letter that composes with any mark', () => {
    const bases = new Set(letters.map((text) => text.normalize('NFD').charAt(0)).filter(Boolean));
    for (const base of everyThird([...bases])) for (const mark of marks) expectStable(base + mark);
  });

  it('is stable for any text', () => {
    return checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        const once = comparable(text);
        expect(comparable(once)).toBe(once);
        expect(comparable(` ${text}\t`)).toBe(once);
      }),
      { runs: 2000 },
    );
  });

  it('ignores the case of a letter that composes only in lower case', () => {
    const decomposed = [...cased]
      .flatMap((letter) => Array.from(composing, (mark) => letter + mark))
      .filter((text) => text.normalize('NFC').length > text.toLowerCase().normalize('NFC').length);
    expect(decomposed.length).toBeGreaterThan(0);
    for (const text of decomposed) expect(comparable(text)).toBe(comparable(text.toLowerCase()));
  });

  it.each([
    ['Blue Room', ' blue ROOM\n', true],
    ['T\u0308om', '\u1e97om', true],
    ['\u00c5ngstr\u00f6m', 'A\u030angstro\u0308m', true],
    ['Jose', 'Jos\u00e9', false],
    ['a b', 'ab', false],
    ['I', '\u0131', false],
  ])('is equal for %j and %j: %s', (left, right, isSame) =>
    expect(comparable(left) === comparable(right)).toBe(isSame),
  );
});

describe('a partial filter', () => {
  it('finds every text that compares equal', () => {
    return checkProperty(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), (text) => {
        const variants = [text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), ` ${text} `];
        for (const variant of variants) {
          if (comparable(variant) !== comparable(text)) continue;
          expect(partial('name').parse(variant)?.(text)).toBe(true);
        }
      }),
    );
  });
});
