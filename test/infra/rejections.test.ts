/**
 * The API's document has every problem that the code of a route can throw. What a part of a feature can throw is
 * read from its bundle, from which esbuild omits what the part does not use.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { rejectionsOf } from '../../bin/openapi/document/rejections.ts';
import { type Route, routesOf } from '../../shared/kit/declare/routes.ts';
import { required } from '../../shared/kit/values/required.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { hooks, sources, views } from '../../shared/service/features.ts';

const root = join(import.meta.dirname, '../..');

/** Reading and writing of any type, whose problems `rejections.ts` computes from declarations, as those of lists. */
const ofAnyType = /\/kit\/(crud\/(read|write)\/|records\/(store|changes|outcome)\.ts$)/;
const ofLists = ['list_in_preparation', 'search_too_large'];
/** Declarations name problems that others throw. */
const declarations = /(\/(api|shared\/service)\/[\w-]+|\/(keys|problems))\.ts$/;

const onlyOwnCode: Plugin = {
  name: 'only-own-code',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) => {
      const file = join(resolveDir, path);
      const isValue = file.includes('/kit/values/');
      const isForeign = kind !== 'entry-point' && (ofAnyType.test(file) || declarations.test(file));
      return isForeign && !isValue ? { path, external: true } : undefined;
    });
    // A file can have hooks of several types.
    onLoad({ filter: /(hooks|views?)[\w/-]*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        / = ((hooksOf|viewOf)(<[^>]+>)?)\(/g,
        ' = /* @__PURE__ */ $1(',
      ),
      loader: 'ts',
    }));
  },
};

interface Part {
  /** Of the file that imports it. */
  readonly importer: string;
  readonly name: string;
  readonly path: string;
}

/** @returns the problems that the code of a part names, except those of any type. */
async function thrownBy({ importer, name, path }: Part): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${name} } from '${path}'; console.log(${name});`,
      resolveDir: join(root, dirname(importer)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: ['*.wasm', '#*'],
    plugins: [onlyOwnCode],
  });
  const named = outputFiles[0]?.text.matchAll(/(?:\bproblem\(\s*|\bcode: )"([\w-]+)"/g) ?? [];
  const codes = new Set(Array.from(named, ([, code = '']) => code));
  return [...codes].filter((code) => code in definitions.problems && !ofLists.includes(code)).toSorted();
}

const importsOf = (text: string) =>
  new Map(
    [...text.matchAll(/import \{ ([^}]+) \} from '(.*)';/g)].flatMap(([, names = '', path = '']) =>
      names.split(', ').map((name) => [name, path] as const),
    ),
  );

/** @returns parts by the names of an object's members. @param text of members that are imported, or called. */
function partsIn(importer: string, text: string): (readonly [name: string, part: Part])[] {
  const imports = importsOf(readFileSync(join(root, importer), 'utf8'));
  const members = text.matchAll(/(?:'?([\w/-]+)'?: )?\b([a-z]\w+)\b(?=[\s,(}])/g);
  return [...members].flatMap(([, key, name = '']) => {
    const path = imports.get(name);
    const isPart = path !== undefined && !path.includes('/api/') && !path.includes('/service/');
    return isPart ? [[key ?? name, { importer, name, path }] as const] : [];
  });
}

const members = { hooks, sources, views };

/** @returns the hooks, sources or views of all types. One file can have those of all types of a feature. */
const partsOf = (member: keyof typeof members) =>
  Object.entries<object>(members[member]).flatMap(([feature, byType]) => {
    const importer = `shared/${feature}/feature.ts`;
    const text = readFileSync(join(root, importer), 'utf8');
    const [, own = ''] = new RegExp(`export const ${member} = (\\{[^}]*\\})`).exec(text) ?? [];
    const [, name, path] = new RegExp(`export \\{ (\\w+) as ${member} \\} from '(.*)'`).exec(text) ?? [];
    const parts = new Map(partsIn(importer, own));
    return Object.keys(byType).map((type) => {
      const part = name !== undefined && path !== undefined ? { importer, name, path } : parts.get(type);
      return [type, required(part, `${importer} does not import the ${member} of ${type}.`)] as const;
    });
  });

const routes = routesOf(definitions);
const routesOfType = (type: string) =>
  routes.filter(({ serving }) => serving.does !== 'endpoint' && serving.resource.type === type);
const documentedFor = (some: readonly Route[]) =>
  new Set(some.flatMap((route) => rejectionsOf(definitions, route)));

async function undocumented(part: Part, some: readonly Route[]): Promise<string[]> {
  const documented: ReadonlySet<string> = documentedFor(some);
  return (await thrownBy(part)).filter((code) => !documented.has(code));
}

describe('the API document', () => {
  it.each(partsOf('hooks'))('lists what hooks of %s throw', async (type, part) => {
    const writes = routesOfType(type).filter(
      ({ method, serving }) => method !== 'GET' && serving.does !== 'action',
    );
    expect(await undocumented(part, writes)).toEqual([]);
  });

  it.each(partsOf('sources'))(
    'lists what the source of %s throws, for each route of a record',
    async (type, part) => {
      for (const route of routesOfType(type).filter(({ path }) => path.includes('{id}')))
        expect([route.path, ...(await undocumented(part, [route]))]).toEqual([route.path]);
    },
  );

  it.each(partsOf('views'))('lists what the view of %s throws', async (type, part) => {
    const reads = routesOfType(type).filter(({ serving: { does } }) => does === 'read');
    expect(await undocumented(part, reads)).toEqual([]);
  });

  /** Problems of approvals, which are decided by the same code. */
  const ofApprovals = [
    ...['codes_exhausted', 'dsp_not_available', 'distribution_request_exists'],
    ...['distribution_request_not_in_error', 'takedown_requires_sent_delivery'],
    ...['takedown_names_some_countries', 'release_changed'],
  ];
  const elsewhere: Readonly<Record<string, readonly string[]>> = {
    preapprove: ofApprovals,
    reject: [...ofApprovals, 'album_incomplete'],
    // Shows what a request would be rejected for.
    validate: [
      ...documentedFor(
        routesOfType('distribution-requests').filter(({ serving: { does } }) => does === 'create'),
      ),
    ],
  };

  const actions = globSync('functions/*/handler.ts', { cwd: root }).flatMap((handler) => {
    const [, text = ''] =
      /serveGroup\('[\w-]+', (\{.*\})\)/s.exec(readFileSync(join(root, handler), 'utf8')) ?? [];
    return partsIn(handler, text);
  });

  it.each(actions)('lists what %s throws', async (name, part) => {
    const own = routes.filter(({ serving, group }) =>
      serving.does === 'endpoint'
        ? serving.endpoint.name === name
        : serving.does === 'action' && serving.action === name && part.importer.includes(`/${group}/`),
    );
    expect(own).not.toEqual([]);
    expect((await undocumented(part, own)).filter((code) => !elsewhere[name]?.includes(code))).toEqual([]);
  });
});
