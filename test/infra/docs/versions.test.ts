/** The page of versions names the layouts of stages, and their migrations. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../../shared/kit/records/rows.ts';
import type { KeyRow } from '../../../shared/kit/table/keys.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { root } from './pages.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const [, ...sections] = read('docs/versions.md').split(/^## /m);
const titleOf = (section: string): string => section.split('\n')[0] ?? '';

/** @returns the value for a name in the newest section that has it. */
const newest = (pattern: RegExp): string | undefined =>
  sections.map((section) => pattern.exec(section)?.[1]).find((found) => found !== undefined);

const stored = definitions.resources.filter(
  ({ owner, type }) => owner !== 'platform' && !Object.hasOwn(definitions.sources, type),
);
const keys: Readonly<Record<string, KeyRow>> = definitions.keys;
const fingerprint = (file: string): string =>
  createHash('sha256').update(read(file)).digest('hex').slice(0, 8);

describe('the page of versions', () => {
  it.each(stored)('names the layout of $type', (resource) => {
    const { type } = resource;
    const layout = layoutOf(resource, keys[type] ?? {});
    expect(
      newest(new RegExp(`\`${type}\`\\s\`([\\w-]{6})\``)),
      `docs/versions.md does not name the layout of ${type}. Write below "Unreleased" what has changed, and: ` +
        `Layout: \`${type}\` \`${layout}\`. Migration: \`reindex\`.`,
    ).toBe(layout);
  });

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

  it('names the migration for each changed layout or table', () => {
    const changed = sections.slice(0, -1).filter((section) => /(?:Layout|Table): `/.test(section));
    expect(changed.filter((section) => !section.includes('Migration:')).map(titleOf)).toEqual([]);
  });

  it('names the commit of the last version, with which the functions of the tree are tested', () => {
    expect(newest(/^Commit: `([0-9a-f]{40})`\.$/m)).toBeDefined();
  });

  it('begins with the unreleased section, and then the version of package.json', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(sections.slice(0, 2).map(titleOf)).toEqual(['Unreleased', version]);
  });
});
