import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleName } from '../../../../shared/kit/values/visible-name.ts';
import { checkProperty } from '../../../support/check-property.ts';

const fillers = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800'];

it.each([
  ...fillers,
  '\u00ad',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2066',
  '\ufe0f',
  '\u034f',
])('a name is the same with an invisible %j inside or at its ends', (hidden) =>
  expect(visibleName(`${hidden}Ada ${hidden}Qu${hidden}ist${hidden}`)).toBe('Ada Quist'),
);

it.each([
  ['می\u200cخواهم', 'a joiner between letters of Persian'],
  ['क\u094d\u200dष', 'a joiner between letters of Devanagari'],
  ['👩\u200d🚀 Ada', 'a joiner in an emoji'],
  ['Ada ❤\ufe0f', 'a selector of an emoji'],
  ['1\ufe0f\u20e3 Ada', 'a selector of a digit'],
  ['\u1112\u1160\u11ab', 'a filler within an old syllable of Hangul'],
  ['\u115f\u1161', 'a filler before a vowel of Hangul'],
  ['\u2807\u2800\u2815', 'a blank cell between words in Braille'],
  ['אבג \u200eAda\u200e', 'a direction mark beside Hebrew'],
])('%s keeps %s', (name) => expect(visibleName(name)).toBe(name));

it('normalizing a visible name twice changes nothing', () =>
  checkProperty(
    fc.property(
      fc.array(
        fc.constantFrom(
          ...'aא می1❤ (',
          '\u200b',
          '\u200c',
          '\u200d',
          '\ufe0f',
          '\u200e',
          '\u00ad',
          '\u2807',
          ...fillers,
        ),
        {
          maxLength: 8,
        },
      ),
      (parts) => {
        const once = visibleName(parts.join(''));
        expect(visibleName(once)).toBe(once);
      },
    ),
    { runs: 3000 },
  ));
