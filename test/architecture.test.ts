/** Which files may import which, checked for every import of the tree. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn, type Edge } from './support/circles.ts';

const root = join(import.meta.dirname, '..');

interface Import {
  readonly from: string;
  /** A path in the repository, or the name of a package. */
  readonly to: string;
}

const files = ['bin', 'infra', 'functions', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c?ts$/.test(name))
    .map((name) => join(folder, name)),
);

/** Imports and exports, of types too; dynamic imports, also in types; and the files of worker threads. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'";]*?from\s+)?'([^']+)'|\bimport\('([^']+)'\)|new URL\('(\.[^']+)', import\.meta\.url\)/g;

const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const to = target.startsWith('.') ? relative(root, join(root, dirname(from), target)) : target;
    return { from, to };
  }),
);

const within = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(folder));
const described = (found: readonly Import[]) => found.map(({ from, to }) => `${from} imports ${to}`);
const ours = imports.filter(({ to }) => within(to, 'bin/', 'infra/', 'functions/', 'shared/', 'test/'));

/** The rooms of shared, lowest first. */
const rooms = [
  'platform',
  'kit',
  'reference',
  'accounts',
  'catalogue',
  'matching',
  'distribution',
  'usage',
  'royalties',
  'webhooks',
  'service',
];

const roomOf = (path: string): string => (within(path, 'shared/') ? (path.split('/')[1] ?? '') : '');

/** Imports that still go upwards. */
const KNOWN = new Set([
  'catalogue imports service',
  'distribution imports service',
  'kit imports service',
  'webhooks imports service',
]);

describe('the architecture', () => {
  it('is checked on more than a hundred imports', () => {
    expect(ours.length).toBeGreaterThan(100);
  });

  it('lets rules import only rules, values and valibot', () => {
    const strangers = imports.filter(
      ({ from, to }) =>
        /\/rules\//.test(from) &&
        !/\/rules\//.test(to) &&
        !within(to, 'shared/kit/values/') &&
        to !== 'valibot',
    );
    expect(described(strangers)).toEqual([]);
  });

  it('lets a room import only the rooms below it', () => {
    const upwards = ours.filter(
      ({ from, to }) =>
        rooms.includes(roomOf(from)) && rooms.indexOf(roomOf(from)) < rooms.indexOf(roomOf(to)),
    );
    const pairs = new Set(upwards.map(({ from, to }) => `${roomOf(from)} imports ${roomOf(to)}`));
    expect([...pairs].filter((pair) => !KNOWN.has(pair))).toEqual([]);
    expect(
      [...KNOWN].filter((pair) => !pairs.has(pair)),
      'Take these off the list',
    ).toEqual([]);
  });

  it('allows the AWS SDK in a few places only', () => {
    const rooms = [
      'shared/kit/table/',
      'shared/platform/queue/',
      'shared/platform/bucket/',
      'shared/kit/events/publish.ts',
      'shared/platform/stage-secret/',
    ];
    const elsewhere = imports.filter(
      ({ from, to }) => within(to, '@aws-sdk/') && !within(from, ...rooms, 'infra/operator/', 'infra/local/'),
    );
    expect(described(elsewhere)).toEqual([]);
  });

  it('lets a function import only itself and shared', () => {
    const strangers = ours.filter(({ from, to }) => {
      const own = from.split('/').slice(0, 2).join('/');
      return within(from, 'functions/') && !within(to, 'shared/', `${own}/`);
    });
    expect(described(strangers)).toEqual([]);
  });

  it('lets shared import only shared', () => {
    const strangers = ours.filter(({ from, to }) => within(from, 'shared/') && !within(to, 'shared/'));
    expect(described(strangers)).toEqual([]);
  });

  it('keeps the API document out of the functions', () => {
    const readers = imports.filter(
      ({ from, to }) =>
        within(to, 'shared/kit/openapi/') &&
        !within(from, 'shared/kit/openapi/', 'infra/openapi/', 'infra/documentation/'),
    );
    expect(described(readers)).toEqual([]);
  });

  it("keeps what operators' commands do out of their command line, which reads their declarations", () => {
    const readers = ours.filter(({ to }) => /^shared\/.*\/commands\/[\w-]+\/run\.ts$/.test(to));
    expect(readers.length).toBeGreaterThan(20);
    expect(described(readers.filter(({ from }) => from !== 'shared/service/commands/runs.ts'))).toEqual([]);
    expect(
      described(
        ours.filter(
          ({ from, to }) => from !== 'functions/operate/handler.ts' && to.endsWith('commands/runs.ts'),
        ),
      ),
    ).toEqual([]);
  });

  it('lets infra import no handlers, and bin only infra', () => {
    expect(
      described(ours.filter(({ from, to }) => within(from, 'infra/') && within(to, 'functions/', 'bin/'))),
    ).toEqual([]);
    expect(
      described(ours.filter(({ from, to }) => within(from, 'bin/') && !within(to, 'infra/', 'bin/'))),
    ).toEqual([]);
  });

  it('has no circles of files', () => {
    const edges = ours.map(({ from, to }): Edge => [from, to]);
    expect(circlesIn(edges.filter(([from, to]) => from !== to))).toEqual([]);
  });

  it('has error statuses in the tables of problems only', () => {
    const writers = files.filter(
      (file) =>
        /\bstatus: (4|5)\d\d\b/.test(readFileSync(join(root, file), 'utf8')) &&
        !within(file, 'infra/', 'bin/'),
    );
    expect(writers.filter((file) => !file.endsWith('/problems.ts'))).toEqual([]);
  });

  it('has short files: at most 350 lines, 95% at most 220, half at most 80', () => {
    const lengths = files
      .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const)
      .toSorted(([, a], [, b]) => a - b);
    const named = (some: typeof lengths) => some.map(([file, length]) => `${file} has ${length} lines`);
    expect(
      named(lengths.filter(([, length]) => length > 350)),
      'Split these files, each by what its parts are about',
    ).toEqual([]);
    const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)];
    const longest = named(lengths.filter(([, length]) => length > 220));
    expect(at(0.95)?.[1], `more than 5% of the files are longer: ${longest.join(', ')}`).toBeLessThanOrEqual(
      220,
    );
    expect(at(0.5)?.[1]).toBeLessThanOrEqual(80);
  });

  it('has no files or folders with meaningless names', () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc|managers?|services|base)(\.ts|\/)/;
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });

  it('has only what the tools require at the top level', () => {
    const known = ['bin', 'docs', 'functions', 'infra', 'shared', 'test', 'node_modules', 'cdk.out'];
    const tools = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json', 'README.md'];
    // Pictures of plays, where the operator's command draws them.
    const isPicture = (name: string) => /^usage-.*\.svg$/.test(name);
    const found = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !known.includes(name) && !isPicture(name),
    );
    expect(found.filter((name) => !tools.includes(name))).toEqual([]);
    expect(statSync(join(root, '.ci/run')).mode & 0o111).toBeTruthy();
  });
});
