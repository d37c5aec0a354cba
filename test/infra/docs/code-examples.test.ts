/**
 * The code of every `@example` in a comment compiles, as statements, as an expression, or as members of an
 * object. Names are those that its file, the declarations of types or what they are made of export. Others,
 * such as `store`, can be anything.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;
const sources = globSync('{functions,infra,shared}/**/*.ts', { cwd: root });

interface Example {
  readonly at: string;
  readonly file: string;
  readonly code: string;
}

const COMMENT = /\/\*\*(.*?)\*\//gs;
/** Up to the next tag. */
const EXAMPLE = /@example\s(.*?)(?=\s@[a-z]+\b|$)/gs;
/** Texts that are values rather than code. */
const VALUE = /^[A-Z_]+$|^'[^']*'$|^[\d,. ]+$/;

function examplesIn(file: string): Example[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(COMMENT)].flatMap(({ 1: comment = '', index }) => {
    const plain = comment.replace(/^\s*\* ?/gm, '');
    const at = `${file}:${text.slice(0, index).split('\n').length}`;
    return [...plain.matchAll(EXAMPLE)].flatMap(({ 1: code = '' }) =>
      VALUE.test(code.trim()) ? [] : [{ at, file, code: code.trim() }],
    );
  });
}

const forms = [
  (code: string) => `async () => {\n${code.replace(/^export /gm, '')}\n}`,
  (code: string) => `async () => (\n${code}\n)`,
  (code: string) => `async () => ({\n${code}\n})`,
];

/** @returns the code as an expression, or undefined if it is none in any form. */
const formed = (code: string): string | undefined =>
  forms
    .map((form) => form(code))
    .find((text) => {
      try {
        new Function(`return ${stripTypeScriptTypes(text)}`);
        return true;
      } catch {
        return false;
      }
    });

const EXPORT = /^export (?:declare )?(?:async )?(const|function\*?|class|interface|type) (\w+)/gm;

interface Exported {
  readonly file: string;
  readonly isType: boolean;
}

const exportsOf = (file: string): [string, Exported][] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(EXPORT)].map(([, kind = '', name = '']) => [
    name,
    { file, isType: kind === 'interface' || kind === 'type' },
  ]);
const declared = new Map(
  globSync('shared/{kit/declare,*/api}/*.ts', { cwd: root })
    .flatMap(exportsOf)
    .filter(([, { isType }]) => !isType),
);

const NAME = /(?<![\w'-])(?<!(?<!\.\.)\.)[A-Za-z_]\w*/g;

/** @returns a module with the example, in which every name means something. */
function moduleOf({ file, code }: Example, text: string): string {
  const names = new Set(code.replace(/'[^'\n]*'/g, "''").match(NAME));
  const own = new Map(exportsOf(file));
  const lines = [...names].flatMap((name) => {
    if (name === 'v') return ["import * as v from 'valibot';"];
    const one = own.get(name) ?? declared.get(name);
    if (one) return [`import ${one.isType ? 'type ' : ''}{ ${name} } from '${join(root, one.file)}';`];
    if (name in globalThis || KEYWORDS.has(name)) return [];
    return [`declare const ${name}: any;`, ...(/^[A-Z]/.test(name) ? [`type ${name} = any;`] : [])];
  });
  return `${lines.join('\n')}\nexport const compiled = ${text};\n`;
}

const KEYWORDS = new Set(
  'as async await break case catch class const continue default delete else export extends false finally for from function if import in instanceof let new null of return satisfies static super switch this throw true try arguments typeof undefined var void while with yield readonly any string number boolean unknown never object'.split(
    ' ',
  ),
);

it('the examples in comments compile', () => {
  const examples = sources.flatMap(examplesIn);
  expect(examples.length).toBeGreaterThan(100);
  const broken = examples
    .filter(({ code }) => formed(code) === undefined)
    .map(({ at, code }) => `${at}: ${code}`);
  const folder = mkdtempSync(join(root, 'node_modules/.examples-'));
  try {
    examples.forEach((example, index) => {
      const text = formed(example.code);
      if (text !== undefined) writeFileSync(join(folder, `${index}.ts`), moduleOf(example, text));
    });
    const options = { noUnusedLocals: false, noUnusedParameters: false, noImplicitAny: false };
    const config = {
      extends: join(root, 'tsconfig.json'),
      include: ['*.ts'],
      exclude: [],
      compilerOptions: options,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    const faults = [...stdout.matchAll(/(\d+)\.ts\(\d+,\d+\): (.*)/g)].map(
      ([, index, fault]) => `${examples[Number(index)]?.at}: ${fault}`,
    );
    expect([...broken, ...faults]).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('the examples in comments keep their line breaks', () => {
  const wrapped = sources.flatMap(examplesIn).filter(({ code }) => /\S {2,}\S/.test(code));
  expect(wrapped.map(({ at }) => at)).toEqual([]);
});
