import { expect, test } from 'vitest';
import { partOf, totalOf } from '../../../../shared/platform/egress/content-range.ts';

test.each([
  ['bytes 0-99/1000', { start: 0, length: 100, total: 1000 }],
  ['bytes 5-5/6', { start: 5, length: 1, total: 6 }],
  ['Bytes 0-99/*', { start: 0, length: 100, total: undefined }],
  ['bytes 0-99/99', undefined],
  ['bytes 9-5/100', undefined],
  ['bytes */100', undefined],
  ['bytes -5-9/100', undefined],
  ['bytes 0-9999999999999999/99999999999999999', undefined],
  ['items 0-99/1000', undefined],
  [undefined, undefined],
])('the header %j gives the part %j', (header, part) => {
  expect(partOf(header)).toEqual(part);
});

test.each([
  ['bytes */0', 0],
  ['bytes */100', 100],
  ['bytes 0-9/100', undefined],
  ['bytes */*', undefined],
  [undefined, undefined],
])('the header %j gives the total %s', (header, total) => {
  expect(totalOf(header)).toBe(total);
});
