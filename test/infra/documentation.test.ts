/** The files of the documentation, as they are built for a stage. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../bin/site/generated/document.ts';
import { limitsOf } from '../../bin/site/generated/limits.ts';
import { markdownPathOf } from '../../bin/site/page.ts';
import { sitePages } from '../../bin/site/site-sources.ts';
import {
  deliveryStatuses,
  requestStatuses,
  storeStatements,
} from '../../shared/distribution/rules/distribution.ts';
import type { ProblemDefinition } from '../../shared/kit/declare/problem-definition.ts';
import { albumStatuses } from '../../shared/reference/rules/album-statuses.ts';
import { problems } from '../../shared/service/problems.ts';
import { testSettings } from '../support/table.ts';
import { synthesized } from './synthesis.ts';

const indexSchema = v.object({
  digest: v.string(),
  scripts: v.array(v.string()),
  values: v.record(v.string(), v.string()),
  files: v.record(v.string(), v.object({ file: v.string(), type: v.string() })),
});

const pages = sitePages();
const paths = pages.map(({ path }) => path);
const markdownOf = (path: string): string => pages.find((page) => page.path === path)?.markdown ?? '';

let index: v.InferOutput<typeof indexSchema>;
let textOf: (path: string) => string;
beforeAll(async () => {
  const { bundles } = await synthesized('prod');
  const folder = join(bundles, 'documentation/site');
  index = v.parse(indexSchema, JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
  textOf = (path) => readFileSync(join(folder, index.files[path]?.file ?? path), 'utf8');
});

/** The files that a browser loads to show a page. */
const loadedBy = (page: string): string[] =>
  Array.from(
    page.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]*)"/g),
    ([, address = '']) => address,
  ).filter((address) => address !== 'data:,');

describe.each(paths)('the page %s', (path) => {
  it('loads less than 120 KB, all of it from the site', () => {
    const page = textOf(path);
    const loaded = loadedBy(page);
    expect(loaded.filter((address) => index.files[address] === undefined)).toEqual([]);
    expect(loaded.length).toBeGreaterThan(3);
    const bytes = [path, ...loaded].map((each) => gzipSync(textOf(each)).length);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(120_000);
  });

  it('has no dead link', () => {
    const links = Array.from(textOf(path).matchAll(/<a [^>]*href="([^"#]*)/g), ([, address = '']) => address);
    const local = links
      .map((address) => address.replace(/^http:\/\/localhost:3000(?=\/)/, ''))
      .map((address) => new URL(address, `http://stage${path}`))
      .filter(({ host }) => host === 'stage')
      .map(({ pathname }) => pathname.replace(/(?<=.)\/$/, ''));
    expect(local.length).toBeGreaterThan(10);
    expect(local.filter((address) => index.files[address] === undefined)).toEqual([]);
  });

  it('links to headings and codes that exist', () => {
    const links = Array.from(
      textOf(path).matchAll(/<a [^>]*href="([^"]*#[^"]+)"/g),
      ([, address = '']) => address,
    );
    const missing = links
      .map((address) => new URL(address.replace(/^http:\/\/localhost:3000(?=\/)/, ''), `http://stage${path}`))
      .filter(({ host, pathname }) => host === 'stage' && index.files[pathname] !== undefined)
      .filter(
        ({ pathname, hash }) => !textOf(pathname).includes(` id="${decodeURIComponent(hash.slice(1))}"`),
      );
    expect(missing.map(({ href }) => href)).toEqual([]);
  });

  it('has one main heading, and no level without the one above it', () => {
    const levels = Array.from(textOf(path).matchAll(/<h([1-6])[ >]/g), ([, level]) => Number(level));
    const [, article = ''] = /<main[^>]*>(.*)<\/main>/s.exec(textOf(path)) ?? [];
    const own = Array.from(article.matchAll(/<h([1-6])[ >]/g), ([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(own.filter((level, place) => level > (own[place - 1] ?? 0) + 1)).toEqual([]);
  });

  it('has unique link targets', () => {
    const ids = Array.from(textOf(path).matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });

  it('runs only scripts that the content security policy allows', () => {
    const inline = textOf(path).matchAll(/<script(?![^>]*src=)[^>]*>(.*?)<\/script>/gs);
    const hashes = Array.from(
      inline,
      ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
    );
    expect(hashes.length).toBeGreaterThan(0);
    expect(hashes.filter((hash) => !index.scripts.includes(hash))).toEqual([]);
  });
});

describe('the documentation site', () => {
  it('has each page as HTML and as Markdown', () => {
    for (const path of paths) {
      expect(index.files[path]?.type).toBe('text/html; charset=utf-8');
      expect(textOf(markdownPathOf({ path }))).toBe(markdownOf(path));
    }
  });

  it('lists every page in llms.txt, as Markdown', () => {
    const listed = Array.from(
      textOf('/llms.txt').matchAll(/\]\(http:\/\/localhost:3000([^)]*)\)/g),
      ([, path]) => path,
    );
    expect(listed.toSorted()).toEqual(
      [...paths.map((path) => markdownPathOf({ path })), '/openapi.json'].toSorted(),
    );
  });

  it('has the values of the stage, and only the places of values in its pages', () => {
    expect(Object.values(index.values)).toContain('12 hours');
    expect(Object.keys(index.values).filter((place) => !textOf('/docs/limits').includes(place))).toEqual([]);
  });
});

it('the diagram on the start page shows every state', () => {
  const [, journey = ''] = /```journey\n(.*?)```/s.exec(markdownOf('/docs')) ?? [];
  const states = Object.fromEntries(
    Array.from(journey.matchAll(/^(\w+): (.+)$/gm), ([, step = '', listed = '']) => [
      step,
      listed.split(', '),
    ]),
  );
  expect(states).toEqual({
    Album: [...albumStatuses],
    Request: [...requestStatuses],
    Review: ['approve', 'reject'],
    Delivery: [...deliveryStatuses],
    Report: [...storeStatements],
  });
});

describe('the page of a type', () => {
  it.each(apiDocument().tags.map(({ name }) => name))('exists for %s, with its operations', (name) => {
    expect(markdownOf(`/docs/${name}`)).toContain(`# ${name}\n`);
    expect(markdownOf(`/docs/${name}`)).toMatch(/\n## Operations\n[\s\S]*\n<!-- try [\w-]+: \w/);
  });

  it('names formats, required fields and read-only fields', () => {
    const labels = markdownOf('/docs/labels');
    expect(labels).toMatch(/\| `name` \|[^|]*\| text, up to 255 characters \| required \|/);
    expect(labels).toMatch(/\| `description` \|[^|]*\| text, up to 300 characters, or null \| writable \|/);
    expect(labels).toMatch(/\| `created-at` \|[^|]*\| time \(ISO 8601, UTC\) \| read-only \|/);
    expect(labels).toMatch(/\| `albums` \|[^|]*\| albums \(many\) \| read-only \|/);
    expect(labels).toContain('### Change a label\n\n`PATCH /labels/{id}`');
  });

  it.each([
    ['albums', 'approved -> delivered: accepted'],
    ['distribution-requests', 'pending -> sent: approve (operator or service)'],
    ['deliveries', 'pending -> error: failed'],
    ['webhook-events', 'failed -> pending: sent again'],
    ['analytics-reports', 'processing -> completed: written'],
  ])('shows a picture of the states of %s', (type, move) => {
    expect(markdownOf(`/docs/${type}`)).toContain(`\n${move}\n`);
    const [, described = ''] = /<svg[^>]*role="img" aria-label="([^"]*)"/.exec(textOf(`/docs/${type}`)) ?? [];
    expect(described.replaceAll('&gt;', '>').split('; ')).toContain(move);
  });

  it('has a link target for each field and folds long lists of values', () => {
    expect(textOf('/docs/tracks')).toContain('<code id="isrc-code">isrc-code</code>');
    expect(textOf('/docs/albums')).toMatch(/<details><summary>list of \d+ values<\/summary><code>/);
    expect(markdownOf('/docs/albums')).toMatch(/\| `include` \|[^|]*\| list of one of `album-artists`, `/);
  });
});

it('the page of errors lists every error code under its status', () => {
  const shown = Object.entries<ProblemDefinition>(problems).filter(
    ([, { omitsCode, detailOnly }]) => !omitsCode && !detailOnly,
  );
  const sections = markdownOf('/docs/errors').split('\n## ');
  for (const [code, { status }] of shown) {
    const section = sections.find((each) => each.startsWith(`${status} `));
    expect(section).toMatch(new RegExp(`\\| \`${code}\` \\| [\\w*]`));
  }
});

it('the page of limits names the limits of the stage', () => {
  const values = limitsOf(testSettings);
  const limits = Object.entries(values).reduce(
    (text, [place, value]) => text.replaceAll(place, value),
    markdownOf('/docs/limits'),
  );
  expect(limits).toContain('| Reads | 100,000 a minute for each user |');
  expect(limits).toContain('| Download link of an analytics report | 12 hours |');
  expect(limits).toContain('| `webhook-endpoints` of one owner | 5 |');
  expect(limits).toContain('| `credit-roles` | 1,000 | 1,000 |');
});
