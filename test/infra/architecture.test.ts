/** Which files may import which, checked for every import of the tree. */
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { types } from '../../shared/service/features.ts';
import { circlesIn, type Edge } from '../support/circles.ts';

const root = join(import.meta.dirname, '../..');

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

/**
 * The rooms of shared, lowest first, with the lower rooms that each may import. Features, from `reference` to
 * `webhooks`, may also import the platform and the whole kit; `service` puts all together.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  'kit/values': [],
  'kit/table': ['platform'],
  'kit/declare': ['kit/values', 'kit/table'],
  'kit/jsonapi': ['kit/values', 'kit/declare'],
  'kit/work': ['platform', 'kit/table'],
  'kit/records': ['platform', 'kit/values', 'kit/table', 'kit/declare', 'kit/work'],
  'kit/lists': ['platform', 'kit/values', 'kit/table', 'kit/declare', 'kit/records', 'kit/work'],
  'kit/histories': ['platform', 'kit/table', 'kit/declare', 'kit/records', 'kit/lists', 'kit/work'],
  'kit/http': ['platform', 'kit/values', 'kit/table', 'kit/declare', 'kit/jsonapi'],
  'kit/crud': [
    'platform',
    'kit/values',
    'kit/table',
    'kit/declare',
    'kit/jsonapi',
    'kit/records',
    'kit/lists',
    'kit/histories',
    'kit/http',
  ],
  'kit/events': ['platform', 'kit/table', 'kit/declare', 'kit/records'],
  'kit/moves': ['platform', 'kit/values', 'kit/table', 'kit/declare', 'kit/records'],
  'kit/commands': ['platform', 'kit/values', 'kit/table', 'kit/declare', 'kit/records'],
  // Files in shared/kit itself, above its parts.
  kit: [
    ...['platform', 'kit/values', 'kit/table', 'kit/declare', 'kit/jsonapi', 'kit/work', 'kit/records'],
    ...['kit/lists', 'kit/histories', 'kit/http', 'kit/crud'],
  ],
  audio: ['platform'],
  reference: [],
  accounts: ['reference'],
  catalogue: ['audio', 'reference', 'accounts'],
  ern: ['reference', 'catalogue'],
  matching: ['audio', 'reference', 'catalogue'],
  usage: ['reference', 'accounts', 'catalogue'],
  distribution: ['reference', 'accounts', 'catalogue', 'ern', 'matching', 'usage'],
  royalties: ['reference', 'accounts', 'catalogue', 'usage'],
  webhooks: ['accounts', 'distribution', 'usage'],
  service: [],
};
const order = Object.keys(rooms);
const features = order.slice(order.indexOf('reference'), -1);

function roomOf(path: string): string {
  const [, room = '', part = ''] = path.split('/');
  return room === 'kit' && !part.endsWith('.ts') ? `kit/${part}` : room;
}

const mayImport = (from: string, to: string): boolean =>
  from === 'service' ||
  rooms[from]?.includes(to) === true ||
  (features.includes(from) && (to === 'platform' || /^kit\b/.test(to)));

const betweenRooms = ours
  .filter(({ from, to }) => within(from, 'shared/') && within(to, 'shared/'))
  .map(({ from, to }) => ({ from, to, pair: [roomOf(from), roomOf(to)] as const }))
  .filter(({ pair: [from, to] }) => from !== to);

/** The folders of bin, lowest first, with the lower ones that each may import. Entries in bin itself put them together. */
const programs: Readonly<Record<string, readonly string[]>> = {
  openapi: [],
  site: ['openapi'],
  operator: [],
  client: ['openapi', 'site', 'operator'],
  local: ['site', 'operator'],
};
const programOf = (path: string): string | undefined => /^bin\/([^/]+)\//.exec(path)?.[1];
const betweenPrograms = ours.flatMap(({ from, to }) => {
  const [program, other] = [programOf(from), programOf(to)];
  return program !== undefined && other !== program && within(to, 'bin/')
    ? [{ from, to, pair: [program, other ?? 'bin'] as const }]
    : [];
});

const layered = [...new Set(files.flatMap(foldersAbove))];

function foldersAbove(file: string): readonly string[] {
  const parts = dirname(file).split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** @returns the folder or file directly in a folder that has or is the file. */
const childIn = (folder: string, file: string): string | undefined =>
  within(file, `${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;

describe('the architecture', () => {
  it('is checked against more than a hundred imports', () => {
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

  it('lets a room import only the lower rooms that are declared for it', () => {
    const strangers = betweenRooms.filter(({ pair: [from, to] }) => !mayImport(from, to));
    expect(described(strangers)).toEqual([]);
  });

  it('declares for each room only lower rooms that it imports', () => {
    const named = Object.entries(rooms).flatMap(([from, lower]) => lower.map((to) => [from, to] as const));
    expect(named.filter(([from, to]) => order.indexOf(to) >= order.indexOf(from))).toEqual([]);
    const imported = new Set(betweenRooms.map(({ pair }) => pair.join(' imports ')));
    expect(named.map((pair) => pair.join(' imports ')).filter((pair) => !imported.has(pair))).toEqual([]);
  });

  it('lets no feature name a type of a higher one, except as the target of a relationship', () => {
    const typesOf = (feature: string) =>
      Object.entries(types).flatMap(([name, all]) => (name === feature ? all.map(({ type }) => type) : []));
    const naming = features.flatMap((feature, index) => {
      const higher = features.slice(index + 1).flatMap(typesOf);
      const named = new RegExp(`['"\`](${higher.join('|')})['"\`.#]`);
      return files
        .filter((file) => within(file, `shared/${feature}/`) && !within(file, `shared/${feature}/api/`))
        .flatMap((file) => {
          const type = higher.length > 0 && named.exec(readFileSync(join(root, file), 'utf8'))?.[1];
          return type ? [`${file} names ${type}`] : [];
        });
    });
    expect(features.flatMap(typesOf).length).toBeGreaterThan(20);
    expect(naming).toEqual([]);
  });

  it('lets only functions, infra and programs import the composition root', () => {
    const strangers = ours.filter(
      ({ from, to }) =>
        within(to, 'shared/service/') && !within(from, 'shared/service/', 'functions/', 'infra/', 'bin/'),
    );
    expect(described(strangers)).toEqual([]);
  });

  it('allows the AWS SDK only in a few places', () => {
    const places = ['shared/kit/table/', 'shared/platform/', 'shared/kit/events/publish.ts'];
    const elsewhere = imports.filter(
      ({ from, to }) => within(to, '@aws-sdk/') && !within(from, ...places, 'bin/operator/', 'bin/local/'),
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

  it('lets only documents and the client use the generator of the API document', () => {
    const readers = imports.filter(
      ({ from, to }) =>
        within(to, 'bin/openapi/document/') && !within(from, 'bin/openapi/', 'bin/site/', 'bin/client/'),
    );
    expect(described(readers)).toEqual([]);
  });

  it('lets the command line import the declarations of commands only', () => {
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    const readers = ours.filter(({ to }) => texts.get(to)?.includes('\nexport const run = ('));
    expect(readers.length).toBeGreaterThan(20);
    expect(described(readers.filter(({ from }) => !from.endsWith('/commands/list.ts')))).toEqual([]);
    const eager = [...new Set(readers.map(({ from }) => from))].filter((list) =>
      readers.some(({ from, to }) => from === list && texts.get(list)?.includes(`from './${basename(to)}'`)),
    );
    expect(eager).toEqual([]);
  });

  it('lets infra import neither handlers nor programs, and programs no handlers', () => {
    expect(
      described(ours.filter(({ from, to }) => within(from, 'infra/') && within(to, 'functions/', 'bin/'))),
    ).toEqual([]);
    expect(
      described(ours.filter(({ from, to }) => within(from, 'bin/') && within(to, 'functions/'))),
    ).toEqual([]);
  });

  it('lets a program import only the lower programs that are declared for it', () => {
    const strangers = betweenPrograms.filter(({ pair: [from, to] }) => !programs[from]?.includes(to));
    expect(described(strangers)).toEqual([]);
    const imported = new Set(betweenPrograms.map(({ pair }) => pair.join(' imports ')));
    const named = Object.entries(programs).flatMap(([from, lower]) =>
      lower.map((to) => `${from} imports ${to}`),
    );
    expect(named.filter((pair) => !imported.has(pair))).toEqual([]);
  });

  it('has no circles of files', () => {
    const edges = ours.map(({ from, to }): Edge => [from, to]);
    expect(circlesIn(edges.filter(([from, to]) => from !== to))).toEqual([]);
  });

  it('has no circles between the folders and files of a folder', () => {
    const found = layered.flatMap((folder) => {
      const edges = ours.flatMap(({ from, to }): Edge[] => {
        const [source, target] = [childIn(folder, from), childIn(folder, to)];
        return source === undefined || target === undefined || source === target ? [] : [[source, target]];
      });
      return circlesIn(edges).map((circle) => `${folder}: ${circle}`);
    });
    expect(layered.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  it('defines error statuses only in tables of problems', () => {
    const writers = files.filter(
      (file) =>
        /\bstatus: (4|5)\d\d\b/.test(readFileSync(join(root, file), 'utf8')) &&
        !within(file, 'infra/', 'bin/'),
    );
    expect(writers.filter((file) => !file.endsWith('/problems.ts'))).toEqual([]);
  });

  it('limits files to 350 lines, and 95% of them to 220', () => {
    const pages = globSync(['bin/**/*.{vue,css}', 'bin/site/.vitepress/**/*.{vue,css}'], { cwd: root });
    const lengths = [...files, ...pages]
      .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const)
      .toSorted(([, a], [, b]) => a - b);
    const named = (some: typeof lengths) => some.map(([file, length]) => `${file} has ${length} lines`);
    const tooLong = named(lengths.filter(([, length]) => length > 350));
    expect(tooLong, `Split each by what its parts are about: ${tooLong.join(', ')}`).toEqual([]);
    const long = named(lengths.filter(([, length]) => length > 220));
    const message = `more than 5% of the files are longer: ${long.join(', ')}`;
    expect(long.length, message).toBeLessThanOrEqual(0.05 * lengths.length);
  });

  it('has no files or folders with meaningless names', () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc|managers?|services|base)(\.ts|\/)/;
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });

  it('has only required files at the top level', () => {
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
