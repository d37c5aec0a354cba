/** The types of what pages of the documentation read. With RECORD_TYPES=1, writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { responseTypes } from '../../support/response-types.ts';

const file = new URL('../../../bin/site/.vitepress/theme/sign-in/calls.ts', import.meta.url);

/** Without what formatting changes. */
const plain = (source: string): string =>
  source
    .replaceAll(/[\s;*()]/g, '')
    .replaceAll('"', "'")
    .replaceAll(/(?<=[:<])\|/g, '')
    .replaceAll(/'([a-z_]\w*)'(?=\??:)/gi, '$1');

it('the types of data that pages read equal those of the API document', () => {
  const source = responseTypes();
  if (process.env['RECORD_TYPES']) writeFileSync(file, source);
  expect(plain(readFileSync(file, 'utf8')), 'Record them: RECORD_TYPES=1').toBe(plain(source));
});
