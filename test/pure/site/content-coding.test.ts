import { expect, test } from 'vitest';
import { contentCoding } from '../../../functions/documentation/content-coding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br', 'identity'],
  ['*', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.000', 'identity'],
  ['gzip ; q=0 , *', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['gzip;Q=1, *;q=0', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity, *;q=0', 'identity'],
  ['*;q=0', undefined],
  ['identity;q=0', undefined],
  ['identity;q=0, br', undefined],
  ['gzip;q=0, identity;q=0', undefined],
  ['gzip;q=2', 'identity'],
  ['gzip;level=9, br', 'identity'],
  ['notgzip', 'identity'],
])('a request with Accept-Encoding %s gets the coding %s', (accepted, coding) => {
  expect(contentCoding(accepted)).toBe(coding);
});
