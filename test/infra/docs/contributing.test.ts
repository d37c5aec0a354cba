/**
 * The guide for contributors: the example of each section touches the places that the section lists, and all examples
 * together, applied to a copy of the tree, compile and work.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEdit, editsOf } from './example.ts';
import { root } from './pages.ts';

const guide = readFileSync(join(root, 'docs/contributing.md'), 'utf8');
const folder = join(root, 'test/infra/docs/examples');
const nameOf = (heading: string) => heading.trim().replaceAll(' ', '-');

/** By the name of the section: the places that it lists. */
const places = new Map(
  guide
    .split(/^## Adding an? /m)
    .slice(1)
    .map((section) => {
      const [heading = '', text = ''] = section.split(/\n(.*)/s);
      const listed = Array.from(
        text.split(/^## /m)[0]?.matchAll(/^\d+\. `([^`]+)`/gm) ?? [],
        ([, place = '']) => place,
      );
      return [nameOf(heading), listed] as const;
    }),
);
const examples = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.diff', ''),
    editsOf(readFileSync(join(folder, file), 'utf8')),
  ]),
);
const isTest = (file: string) => file.endsWith('.test.ts');
const touchedBy = (name: string): string[] => (examples.get(name) ?? []).map(({ file }) => file);

/** @example isAt('shared/usage/events.ts', 'shared/<feature>/events.ts') // true; a place that ends with / is a folder */
const isAt = (file: string, place: string): boolean =>
  new RegExp(`^${place.replace(/<[\w-]+>/g, '[^/]+')}${place.endsWith('/') ? '' : '$'}`).test(file);

/** Takes each place for one file, and a folder for all files in it. */
function unlisted(
  files: readonly string[],
  listed: readonly string[],
): { files: string[]; places: string[] } {
  const left = [...files];
  const unused = listed.filter((place) => {
    const found = left.filter((file) => isAt(file, place)).slice(0, place.endsWith('/') ? undefined : 1);
    for (const file of found) left.splice(left.indexOf(file), 1);
    return found.length === 0;
  });
  return { files: left, places: unused };
}

describe('the guide for contributors', () => {
  it('has an example for each section, and a section for each example', () => {
    expect([...places.keys()].sort()).toEqual([...examples.keys()].sort());
  });

  it.each([...places])('lists for a new %s exactly what its example touches', (name, listed) => {
    const files = touchedBy(name).filter((file) => !isTest(file));
    expect(unlisted(files, listed)).toEqual({ files: [], places: [] });
  });

  it.each([
    ['resource', 5],
    ['rule', 4],
    ['command', 2],
    ['worker', 8],
    ['event-type', 2],
  ])('lists for a new %s at most %i places', (name, most) => {
    expect(places.get(name)?.length).toBeLessThanOrEqual(most);
  });
});

describe('a copy of the tree with all examples', () => {
  const copy = mkdtempSync(join(tmpdir(), 'contributing-'));
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|AWS_)/.test(name));
  const options = { cwd: copy, env: Object.fromEntries(environment), maxBuffer: 1e8 };

  /** @throws Error with what it has written, when it fails. */
  async function run(file: string, ...more: string[]): Promise<void> {
    const command = promisify(execFile)(join(copy, 'node_modules/.bin', file), more, options);
    await command.catch(({ stdout, stderr }) => expect.fail(`${stdout}${stderr}`));
  }

  beforeAll(() => {
    const omitted = ['node_modules', 'cdk.out', '.git'];
    for (const name of readdirSync(root).filter(
      (each) => !omitted.includes(each) && !each.startsWith('.local'),
    )) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const edit of [...examples.values()].flat()) applyEdit(edit, copy);
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it('compiles, passes the tests of the examples, and has a document of its API', {
    timeout: 200_000,
  }, async () => {
    // Those of conformance take minutes.
    const tests = [...examples.keys()]
      .flatMap(touchedBy)
      .filter((file) => isTest(file) && !file.startsWith('test/table/conformance/'));
    await Promise.all([
      run('tsc'),
      run('node', 'bin/openapi.ts'),
      run(
        'vitest',
        'run',
        '--config',
        'test/vitest.config.ts',
        'test/architecture',
        'test/infra/features',
        ...tests,
      ),
    ]);
    const written = readFileSync(join(copy, 'docs/openapi.json'), 'utf8');
    for (const made of [
      '/playlists/{id}',
      '/webhook-endpoints/{id}/enable',
      'artist_is_unnamed',
      'album.renamed',
    ])
      expect(written).toContain(made);
  });
});
