/** Who may import what, asked of every import in the tree. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Import {
  readonly from: string;
  /** A path of the tree, or the name of a package. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

const files = ['bin', 'infra', 'functions', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?from\s+)?'([^']+)'|import\('([^']+)'\)/g;

const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const to = target.startsWith('.') ? relative(root, join(root, dirname(from), target)) : target;
    return { from, to, isTypeOnly: match[1] !== undefined };
  }),
);

const within = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(folder));
const described = (found: readonly Import[]) => found.map(({ from, to }) => `${from} imports ${to}`);
const ours = imports.filter(({ to }) => within(to, 'bin/', 'infra/', 'functions/', 'shared/', 'test/'));

describe('the architecture', () => {
  it('finds imports to look at', () => {
    expect(ours.length).toBeGreaterThan(100);
  });

  it('lets the domain know only itself and valibot', () => {
    const strangers = imports.filter(
      ({ from, to }) => within(from, 'shared/domain/') && !within(to, 'shared/domain/') && to !== 'valibot',
    );
    expect(described(strangers)).toEqual([]);
  });

  it('lets the protocol know no resource', () => {
    const isDeclaration = (to: string) => within(to, 'shared/api/') && !within(to, 'shared/api/define/');
    expect(
      described(imports.filter(({ from, to }) => within(from, 'shared/jsonapi/') && isDeclaration(to))),
    ).toEqual([]);
  });

  it('keeps the kit ignorant of every resource', () => {
    const kit = imports.filter(({ from }) =>
      within(from, 'shared/crud/', 'shared/table/', 'shared/api/define/'),
    );
    const strangers = kit.filter(({ to }) => within(to, 'shared/api/') && !within(to, 'shared/api/define/'));
    expect(described(strangers)).toEqual([]);
  });

  it('keeps the AWS SDK where it belongs', () => {
    const rooms = ['shared/table/', 'shared/queue/', 'shared/events/publish.ts', 'shared/auth/stage-secret'];
    const elsewhere = imports.filter(
      ({ from, to }) => within(to, '@aws-sdk/') && !within(from, ...rooms, 'infra/operator/', 'infra/local/'),
    );
    expect(described(elsewhere)).toEqual([]);
  });

  it('lets functions know only shared, and each only itself', () => {
    const strangers = ours.filter(({ from, to }) => {
      const own = from.split('/').slice(0, 2).join('/');
      return within(from, 'functions/') && !within(to, 'shared/', `${own}/`);
    });
    expect(described(strangers)).toEqual([]);
  });

  it('lets shared code know nothing outside shared', () => {
    const strangers = ours.filter(({ from, to }) => within(from, 'shared/') && !within(to, 'shared/'));
    expect(described(strangers)).toEqual([]);
  });

  it('lets infra read values and never a handler, and bin read infra', () => {
    expect(
      described(ours.filter(({ from, to }) => within(from, 'infra/') && within(to, 'functions/', 'bin/'))),
    ).toEqual([]);
    expect(
      described(ours.filter(({ from, to }) => within(from, 'bin/') && !within(to, 'infra/', 'bin/'))),
    ).toEqual([]);
  });

  it('keeps statuses of errors in one file', () => {
    const writers = files.filter(
      (file) =>
        /\bstatus: (4|5)\d\d\b/.test(readFileSync(join(root, file), 'utf8')) &&
        !within(file, 'infra/', 'bin/'),
    );
    expect(writers).toEqual(['shared/http/errors.ts']);
  });

  it('keeps files short: none over 350 lines, 95 of 100 at most 220, half of them 80 or fewer', () => {
    const lengths = files
      .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length)
      .toSorted((a, b) => a - b);
    const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)] ?? 0;
    expect(at(1)).toBeLessThanOrEqual(350);
    expect(at(0.95)).toBeLessThanOrEqual(220);
    expect(at(0.5)).toBeLessThanOrEqual(80);
  });

  it('calls nothing by a name that says nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc|managers?|services?|base)(\.ts|\/)/;
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });

  it('leaves at the top level only what the tools insist on', () => {
    const known = ['bin', 'functions', 'infra', 'shared', 'test', 'node_modules', 'cdk.out'];
    const tools = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json', 'README.md'];
    const found = readdirSync(root).filter((name) => !name.startsWith('.') && !known.includes(name));
    expect(found.filter((name) => !tools.includes(name))).toEqual([]);
    expect(statSync(join(root, '.ci/run')).mode & 0o111).toBeTruthy();
  });
});
