/** The page of versions names what is released. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './pages.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const [, ...sections] = read('docs/versions.md').split(/^## /m);
const titleOf = (section: string): string => section.split('\n')[0] ?? '';

/** @returns the value for a name in the newest section that has it. */
const newest = (pattern: RegExp): string | undefined =>
  sections.map((section) => pattern.exec(section)?.[1]).find((found) => found !== undefined);

const fingerprint = (file: string): string =>
  createHash('sha256').update(read(file)).digest('hex').slice(0, 8);

describe('the page of versions', () => {
  it.each([
    ['Contract', 'docs/openapi.released.json'],
    ['Table', 'test/infra/table.released.json'],
  ])('names the fingerprint of the released %s', (name, file) => {
    const found = fingerprint(file);
    expect(
      newest(new RegExp(`${name}: \`(\\w{8})\``)),
      `${file} has changed. Write below "Unreleased" in docs/versions.md what has changed, and: ${name}: \`${found}\`.`,
    ).toBe(found);
  });

  it('begins with the unreleased section, followed by the version of package.json', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(sections.slice(0, 2).map(titleOf)).toEqual(['Unreleased', version]);
  });
});
