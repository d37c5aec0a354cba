/**
 * The guide for contributors: the example of each section touches the places that the section lists, and all
 * examples together, applied to a copy of the tree, compile and work.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEdit, editsOf } from './example.ts';
import { root } from './pages.ts';
import { TreeCopy } from './tree-copy.ts';

const guide = readFileSync(join(root, 'docs/contributing.md'), 'utf8');
const folder = join(root, 'test/infra/docs/examples');
const nameOf = (heading: string) => heading.trim().replaceAll(' ', '-');

/** The places that each section lists, by its name. */
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
    editsOf(readFileSync(join(folder, file), 'utf8'), `test/infra/docs/examples/${file}`),
  ]),
);
/** Tests of all routes and commands, which ask for a line in the files beside them. */
const CONFORMANCE = 'test/table/conformance/';
const isTest = (file: string) => file.endsWith('.test.ts');
const touchedBy = (name: string): string[] => (examples.get(name) ?? []).map(({ file }) => file);

/**
 * @example isAt('shared/usage/events.ts', 'shared/<feature>/events.ts') // true; a place that ends with / is
 * a folder
 */
const isAt = (file: string, place: string): boolean =>
  new RegExp(`^${place.replace(/<[\w-]+>/g, '[^/]+')}${place.endsWith('/') ? '' : '$'}`).test(file);

/** Matches each place with one file, and a folder with all files in it. */
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

  it.each([...places])('lists exactly what the example of a new %s touches', (name, listed) => {
    const files = touchedBy(name).filter((file) => !isTest(file) && !file.startsWith(CONFORMANCE));
    expect(unlisted(files, listed)).toEqual({ files: [], places: [] });
  });

  it.each([
    ['resource', 5],
    ['rule', 4],
    ['command', 3],
    ['worker', 8],
    ['event-type', 2],
  ])('lists for a new %s at most %i places', (name, most) => {
    expect(places.get(name)?.length).toBeLessThanOrEqual(most);
  });
});

describe('a copy of the tree with all examples', () => {
  const copy = new TreeCopy();
  const tests = [...examples.keys()].flatMap(touchedBy).filter(isTest);
  beforeAll(() => {
    for (const edit of [...examples.values()].flat()) applyEdit(edit, copy.folder);
    // Other tests do not depend on the examples, and take most of the time.
    const include = ['bin', 'functions', 'infra', 'shared', ...tests];
    const config = { extends: './tsconfig.json', include };
    writeFileSync(join(copy.folder, '.tsconfig.examples.json'), JSON.stringify(config));
  });
  afterAll(() => copy[Symbol.dispose]());

  it('compiles, passes the example tests and has an API document', async () => {
    const [document] = await Promise.all([
      copy.run('node', 'bin/openapi.ts', '--to', '-'),
      copy.run('tsc', '--project', '.tsconfig.examples.json'),
      copy.run(
        'vitest',
        'run',
        '--config',
        'test/vitest.config.ts',
        'test/infra/architecture',
        'test/infra/features',
        // Conformance tests take minutes.
        ...tests.filter((file) => !file.startsWith(CONFORMANCE)),
      ),
    ]);
    for (const made of [
      '/playlists/{id}',
      '/webhook-endpoints/{id}/enable',
      'artist_is_unnamed',
      'album.renamed',
    ])
      expect(document).toContain(made);
  });
});
