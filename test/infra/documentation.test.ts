/** The files of the documentation, as they are made for a stage. */
import { describe, expect, it } from 'vitest';
import { documentationSite } from '../../infra/documentation/site.ts';
import type { ProblemDefinition } from '../../shared/kit/declare/problem-definition.ts';
import { api } from '../../shared/service/api.ts';
import { problems } from '../../shared/service/problems.ts';
import { subscribableEvents } from '../../shared/webhooks/events.ts';
import { testSettings } from '../support/table.ts';

const site = documentationSite(testSettings);
const textOf = (path: string): string => site.get(path)?.content ?? '';
const pages = [...site].filter(([, { type }]) => type.startsWith('text/html'));

describe('the documentation site', () => {
  it.each(pages)('loads nothing from other hosts in %s', (_, { content }) => {
    const taken = [...content.matchAll(/\b(?:src|href)="([^"]*)"[^>]*>/g)]
      .filter(([element]) => /^src|stylesheet/.test(element))
      .map(([, address]) => address);
    expect(taken.filter((address) => !address?.startsWith('/docs/'))).toEqual([]);
  });

  it.each(pages)('has only valid links in %s', (_, { content }) => {
    const links = [...content.matchAll(/<a [^>]*href="([^"#]*)/g)].map(([, address = '']) => address);
    const local = links.filter((address) => address.startsWith('/'));
    expect(local.length).toBeGreaterThan(10);
    expect(local.filter((address) => !site.has(address))).toEqual([]);
  });

  it('lists every page in llms.txt, as Markdown', () => {
    const listed = [...textOf('/llms.txt').matchAll(/\]\(http:\/\/localhost:3000([^)]*)\)/g)].map(
      ([, path]) => path,
    );
    const written = [...site.keys()].filter((path) => path.endsWith('.md'));
    expect(listed.toSorted()).toEqual([...written, '/openapi.json'].toSorted());
  });
});

describe('the reference page', () => {
  it.each(api.resources.map(({ type }) => type))('has a section on %s', (type) => {
    expect(textOf('/docs/reference.md')).toContain(`\n## ${type}\n`);
  });

  it.each(subscribableEvents)('has the event %s', (type) => {
    expect(textOf('/docs/reference.md')).toContain(`\n### ${type}\n`);
  });

  it('names formats, required fields and read-only fields', () => {
    const labels = /\n## labels\n[\s\S]*?\n## /.exec(textOf('/docs/reference.md'))?.[0] ?? '';
    expect(labels).toContain('| `name` | text, up to 255 characters | required |');
    expect(labels).toContain('| `description` | text, up to 300 characters, or null | writable |');
    expect(labels).toContain('| `created-at` | time (ISO 8601, UTC) | read-only |');
    expect(labels).toContain('| `albums` | albums (many) | read-only |');
    expect(labels).toContain('| `PATCH /labels/{id}` | Change a label |');
  });
});

it('the page of errors lists every error code', () => {
  const shown = Object.entries<ProblemDefinition>(problems).filter(
    ([, { omitsCode, detailOnly }]) => !omitsCode && !detailOnly,
  );
  for (const [code, { status }] of shown)
    expect(textOf('/docs/errors.md')).toMatch(new RegExp(`\\| ${status} \\| .* \\| \`${code}\` \\| \\w`));
});

it('the page of limits names the limits of the stage', () => {
  const limits = textOf('/docs/limits.md');
  expect(limits).toContain('| Reads | 100,000 a minute for each user |');
  expect(limits).toContain('| Download link of an analytics report | 12 hours |');
  expect(limits).toContain('| `webhook-endpoints` of one owner | 5 |');
  expect(limits).toContain('| `credit-roles` | 1,000 | 1,000 |');
});
