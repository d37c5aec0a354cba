import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { releaseWarningCodes, releaseWarnings } from '../../../../shared/catalogue/rules/release-warnings.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../shared/catalogue/api/albums.md'), 'utf8');

it.each(releaseWarningCodes)('%s is described in the text on albums, and says a sentence', (code) => {
  expect(text).toContain(`\`${code}\``);
  expect(`The album ${releaseWarnings[code].says}`).toMatch(/^The album [a-z][^"]*\.$/);
});
