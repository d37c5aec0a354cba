import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  comparableIsrc,
  hasIsrc,
  isrcList,
  isrcOf,
  isrcWhenPlaced,
  isrcYear,
  readIsrc,
  runsOf,
} from '../../../../shared/catalogue/rules/isrc.ts';
import { checkProperty } from '../../../support/check-property.ts';

it.each([
  ['DE-AB1-26-00001', 'DEAB12600001'],
  ['deab12600001', 'DEAB12600001'],
  [' DE AB1 26\u201300001 ', 'DEAB12600001'],
  ['ＤＥＡＢ１２６００００１', 'DEAB12600001'],
  ['DE\u0000AB1\u00ad2600001', 'DEAB12600001'],
  ['DE\u2212AB1\u221226\u221200001', 'DEAB12600001'],
  ['DE.AB1_26/00001', 'DEAB12600001'],
  ['DEAB1\ufe0f26\u034f0\u31640001', 'DEAB12600001'],
  ['-', ''],
  ['?', ''],
])('the code %j is compared as %j', (code, form) => expect(comparableIsrc(code)).toBe(form));

it.each([
  ['keeps the code that a store got', 'QZXYZ2600001', [true], 'QZXYZ2600001'],
  ['has an empty one once an album of it was delivered', null, [false, true], ''],
  ['has none while no album of it was delivered', null, [false], null],
])('a track on albums %s', (_, delivered, on, after) => {
  const albums = on.map((wasDelivered) => ({ fields: { 'was-delivered': wasDelivered } }));
  expect(isrcWhenPlaced(delivered, albums)).toBe(after);
});

it('normalizing a code twice changes nothing', () => {
  return checkProperty(
    fc.property(
      fc.string({ unit: 'binary' }),
      (code) => comparableIsrc(comparableIsrc(code)) === comparableIsrc(code),
    ),
  );
});

it.each([
  ['DEAB12600001', 'DEAB12600001'],
  ['de-ab1-26-00001', 'DEAB12600001'],
  ['US–S1Z–99–00001', 'USS1Z9900001'],
  ['DE\u2010AB1\u201026\u201000001', 'DEAB12600001'],
  ['DE\u2011AB1\u201126\u201100001', 'DEAB12600001'],
  ['DE\u2012AB1\u201326\u201400001', 'DEAB12600001'],
  ['DE\u2212AB1\u221226\u221200001', 'DEAB12600001'],
  ['DE\u2043AB1\u02d726\uff0d00001', 'DEAB12600001'],
  ['DE\u00adAB1\u00ad26\u00ad00001', 'DEAB12600001'],
  [' DE AB1 26 00001\u200b', 'DEAB12600001'],
  ['QZ1232600001', 'QZ1232600001'],
])('the code %j is normalized to the ISRC %j', (code, isrc) => expect(readIsrc(code)).toBe(isrc));

it.each([
  'D1AB12600001',
  'DEA!12600001',
  'DEAB1260000',
  'DEAB126000011',
  'DEAB1260000X',
  'xDEAB12600001',
  'N/A',
  'TBD',
  'XXXX',
  'ISRC DEAB12600001',
  'DEAB12600001, DEAB12600002',
  'ДЕАБ12600001',
  '',
])('the text %j is not an ISRC', (code) => expect(readIsrc(code)).toBeNull());

it.each([
  ['got with its code', { 'isrc-code': 'de-ab1-26-00001', 'delivered-isrc': 'DEAB12600001' }, 'delivered'],
  ['got with another code', { 'isrc-code': 'DEAB12600002', 'delivered-isrc': 'DEAB12600001' }, 'placed'],
  ['merely has on an album', { 'isrc-code': 'DEAB12600001', 'delivered-isrc': '' }, 'placed'],
  ['got with a code that is gone', { 'isrc-code': null, 'delivered-isrc': 'DEAB12600001' }, 'placed'],
  ['has never had', { 'isrc-code': 'DEAB12600001', 'delivered-isrc': null }, 'draft'],
])('the code list is correct for a track that a store %s', (_, fields, list) =>
  expect(isrcList(fields)).toBe(list),
);

it.each([
  [2026, 7, 'QZXYZ2600007'],
  [2026, 99_999, 'QZXYZ2699999'],
  [2100, 0, 'QZXYZ0000000'],
])('the ISRC of %d with the number %d is %s', (year, number, code) => {
  expect(isrcOf('QZXYZ', year, number)).toBe(code);
  expect(readIsrc(code)).toBe(code);
});

it.each([
  [null, false],
  ['', false],
  [' - ', false],
  ['N/A', false],
  ['owncode', false],
  ['DE-AB1-26-00001', true],
])('the code %j is recognized as an ISRC: %s', (code, has) =>
  expect(hasIsrc({ 'isrc-code': code })).toBe(has),
);

it.each([
  ['DEAB12600001', 'DEAB126'],
  ['QZXYZ2699999', 'QZXYZ26'],
  ['QZXYZ269999', undefined],
  ['1ZXYZ2699999', undefined],
  ['owncode', undefined],
])('the code %j is in the range %j', (form, range) => expect(isrcYear(form)).toBe(range));

it('consecutive codes form one run, even if repeated or unordered', () => {
  const codes = [
    'QZXYZ2600003',
    'QZXYZ2600001',
    'QZXYZ2600002',
    'QZXYZ2600002',
    'QZXYZ2600009',
    'QZXYZ2700010',
  ];
  expect(runsOf(codes)).toEqual([
    ['QZXYZ2600001', 'QZXYZ2600003'],
    ['QZXYZ2600009', 'QZXYZ2600009'],
    ['QZXYZ2700010', 'QZXYZ2700010'],
  ]);
  expect(runsOf([])).toEqual([]);
});
