import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { releaseWarningCodes, releaseWarnings } from '../../../../shared/catalogue/rules/warning-codes.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/guides/draft-to-store.md'), 'utf8');

it.each(releaseWarningCodes)(
  'the guide from draft to store explains %s, and its message is a sentence',
  (code) => {
    expect(text).toContain(`\`${code}\``);
    expect(`The album ${releaseWarnings[code].says}`).toMatch(/^The album [a-z].*\.$/);
  },
);
