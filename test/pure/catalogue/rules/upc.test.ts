import { expect, it } from 'vitest';
import { gtinOf } from '../../../../shared/catalogue/rules/upc.ts';

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
