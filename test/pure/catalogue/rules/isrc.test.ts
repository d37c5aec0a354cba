import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparableIsrc } from '../../../../shared/catalogue/rules/isrc.ts';
import { checkProperty } from '../../../support/check-property.ts';

it.each([
  ['DE-AB1-26-00001', 'DEAB12600001'],
  ['deab12600001', 'DEAB12600001'],
  [' DE AB1 26\u201300001 ', 'DEAB12600001'],
  ['-', ''],
])('the code %j is compared as %j', (code, form) => expect(comparableIsrc(code)).toBe(form));

it('the comparable form of a code is the form of itself', () => {
  return checkProperty(
    fc.property(
      fc.string({ unit: 'binary' }),
      (code) => comparableIsrc(comparableIsrc(code)) === comparableIsrc(code),
    ),
  );
});
