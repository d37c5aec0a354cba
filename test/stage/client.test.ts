/**
 * The package of the client: what it contains, its types, its examples, and its calls of the running service.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { postmanCollection } from '../../bin/client/postman/collection.ts';
import { writePackage } from '../../bin/client/write-package.ts';
import { temporaryFolder } from '../support/hand-made.ts';
import { type OwnPackage, ownClient } from '../support/json-api-clients/own-client.ts';
import { completesTheSteps } from '../support/json-api-clients/steps.ts';
import { emptyStage, jsonApiService, newOrganization } from './shared-stage.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const NAME = 'music-distribution-client';

let project: string;
let folder: string;
let library: OwnPackage;

beforeAll(async () => {
  project = temporaryFolder();
  folder = join(project, 'node_modules', NAME);
  await writePackage(folder);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  library = (await import(join(folder, 'dist/index.js'))) as OwnPackage;
});

function emptyPlace(name: string): string {
  const place = join(project, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  return place;
}

/** @returns what the compiler says of programs that use the package. */
async function complaints(...programs: readonly string[]): Promise<string> {
  const place = emptyPlace('program');
  for (const [index, program] of programs.entries())
    writeFileSync(join(place, `program-${index}.ts`), program);
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
    types: [],
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiled = run(join(root, 'node_modules/.bin/tsc'), ['-p', place]);
  return compiled.then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
}

const examplesIn = (file: string): string =>
  Array.from(readFileSync(file, 'utf8').matchAll(/```ts\n(.*?)```/gs), ([, block = '']) => block).join('\n');

describe('the client package', () => {
  it('has only modules, types and a description, and no dependencies', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: folder });
    const [packed] = v.parse(
      v.array(v.object({ size: v.number(), files: v.array(v.object({ path: v.string() })) })),
      JSON.parse(stdout),
    );
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths.filter((path) => !/^dist\/(commonjs\/)?[\w-]+\.(js|d\.ts)$/.test(path))).toEqual([
      'README.md',
      'dist/commonjs/package.json',
      'package.json',
    ]);
    expect(paths).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/api.d.ts']));
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  });

  it('is reproducible and never overwrites other files', async () => {
    const read = () => readFileSync(join(folder, 'dist/api.d.ts'), 'utf8');
    const first = read();
    await writePackage(folder);
    expect(read()).toBe(first);
    await expect(writePackage(project)).rejects.toThrow(/has other files/);
  });

  it('has types for fields, filters, included records and events as in the guide', async () => {
    const program = readFileSync(join(root, 'test/support/client-types.ts'), 'utf8');
    const guide = examplesIn(join(root, 'docs/guides/typed-client.md'));
    expect(guide).toContain('client.albums.get');
    expect(await complaints(program, guide)).toBe('');
  });

  it('is usable from CommonJS with types', async () => {
    const place = emptyPlace('commonjs');
    writeFileSync(join(place, 'package.json'), '{ "type": "commonjs" }');
    const program = `import { ApiError, MusicDistributionClient } from '${NAME}';
      const client = new MusicDistributionClient({ baseUrl: 'http://localhost:3000' });
      export const made: boolean = client.labels.list !== undefined && ApiError.prototype instanceof Error;
      console.log(made, typeof require);
      declare const console: { log: (...texts: unknown[]) => void };
      declare const require: unknown;`;
    writeFileSync(join(place, 'program.ts'), program);
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      types: [],
      module: 'NodeNext',
      strict: true,
    };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', place]);
    expect(readFileSync(join(place, 'program.js'), 'utf8')).toContain(`require("${NAME}")`);
    // As on versions of Node that cannot require ES modules.
    const { stdout } = await run(process.execPath, ['--no-experimental-require-module', 'program.js'], {
      cwd: place,
    });
    expect(stdout).toBe('true function\n');
  });

  it('compiles and runs the examples of its description', async () => {
    const stage = await emptyStage();
    await newOrganization(stage, 'client-examples');
    const program = examplesIn(join(folder, 'README.md'))
      .replaceAll('http://localhost:3000', stage.url)
      .replace('admin@demo.example', 'client-examples@example.com')
      .replace('Demo-Password-1', 'Correct-Horse-1');
    expect(await complaints(program)).toBe('');
    const { stdout } = await run(process.execPath, [join(project, 'program/program-0.ts')]);
    expect(stdout.split('\n')).toEqual([
      'Blue Room Nia Calder',
      'Small Hours',
      expect.stringMatching(/^\w/),
      expect.stringMatching(/^\w/),
      'Small Hours',
      // A statement of nothing.
      '[]',
      'period,dsp_id,dsp,plays,revenue,currency\r',
      '',
      '422 The label still has albums. Assign them to another label first.',
      '',
    ]);
  });
});

describe('the client', () => {
  completesTheSteps(
    'the client of the package',
    (service) => ownClient(library, service),
    () => jsonApiService('own-client-steps'),
  );

  it('supplies the code of a failed sign-in, which the API omits', async () => {
    const { url } = await emptyStage();
    const client = new library.MusicDistributionClient({ baseUrl: url });
    const rejected = client.signIn({ email: 'nobody@example.com', password: 'Correct-Horse-1' });
    await expect(rejected).rejects.toMatchObject({
      name: 'InvalidCredentialsError',
      status: 422,
      code: 'invalid_credentials',
    });
  });
});

describe('the Postman collection', () => {
  it('signs in and lists labels', async () => {
    const stage = await emptyStage();
    await newOrganization(stage, 'postman');
    const variables = new Map([
      ['baseUrl', `${stage.url}/api/v1`],
      ['email', 'postman@example.com'],
      ['password', 'Correct-Horse-1'],
    ]);
    const send = sender(variables);
    const signedIn = v.parse(v.object({ access_token: v.string() }), await send('auth', 'Sign in'));
    variables.set('token', signedIn.access_token);
    expect(await send('labels', 'List labels')).toMatchObject({ data: [] });
  });
});

const sent = v.object({
  name: v.string(),
  request: v.object({
    method: v.string(),
    header: v.array(v.object({ key: v.string(), value: v.string() })),
    url: v.object({ raw: v.string() }),
    body: v.optional(v.object({ raw: v.string() })),
  }),
});
const collectionSchema = v.object({
  item: v.array(v.object({ name: v.string(), item: v.array(v.unknown()) })),
});

/**
 * @returns what sends a request of the collection as Postman does, and returns the document of the response.
 */
function sender(variables: ReadonlyMap<string, string>) {
  const { item: folders } = v.parse(collectionSchema, postmanCollection());
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '');
  return async (folder: string, name: string): Promise<unknown> => {
    const items = folders.find((each) => each.name === folder)?.item ?? [];
    const { request } = v.parse(
      sent,
      items.find((each) => v.is(sent, each) && each.name === name),
    );
    const { method, url, body } = request;
    const headers = {
      Authorization: filled('Bearer {{token}}'),
      ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
    };
    const response = await fetch(filled(url.raw), {
      method,
      headers,
      ...(body && { body: filled(body.raw) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
}
