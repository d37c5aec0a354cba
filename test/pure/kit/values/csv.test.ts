import { expect, test } from 'vitest';
import { csvLine } from '../../../../shared/kit/values/csv.ts';

test.each([
  ['texts, whole numbers and decimals', ['EUR', 12, { decimal: '0.5' }], 'EUR,12,0.5'],
  ['negative numbers as numbers', [-1, { decimal: '-0.5' }], '-1,-0.5'],
  ['an empty text', ['', ''], ','],
  [
    'commas, quotes and line ends in quotes',
    ['a,b', 'a"b', 'a\nb', 'a\r\nb'],
    '"a,b","a""b","a\nb","a\r\nb"',
  ],
  ['separators of other languages in quotes', ['a;b', 'a\tb'], '"a;b","a\tb"'],
  ['texts that begin like formulas after an apostrophe', ['=1', '+1', '-1', '@a'], "'=1,'+1,'-1,'@a"],
  ['a text that begins with a tab or a carriage return', ['\t=1', '\r=1'], '"\'\t=1","\'\r=1"'],
  ['the same signs in full width', ['＝1', '＋1', '－1', '＠a'], "'＝1,'＋1,'－1,'＠a"],
  ['a text that begins with a line end', ['\n=1'], '"\'\n=1"'],
  ['a formula with quotes', ['=A("x",1)'], '"\'=A(""x"",1)"'],
  ['texts that contain the characters of formulas', ['a=1', "'=1", ' =1'], "a=1,'=1, =1"],
] as const)('a row is written with %s', (_, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
