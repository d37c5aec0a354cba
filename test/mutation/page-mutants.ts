/** The expressions in the templates of pages, with a small fault for each. */
import { readFileSync } from 'node:fs';
import { parse } from 'vue/compiler-sfc';

export interface PageExpression {
  readonly file: string;
  readonly line: number;
  /** What it belongs to, such as `v-if`. */
  readonly kind: string;
  /** The element or component that has it. */
  readonly tag: string;
  readonly from: string;
  /** What stands in its place when it has the fault. */
  readonly to: string;
  /** Where it begins in the file, as an index of the text. */
  readonly start: number;
  readonly end: number;
}

export interface PageMutant extends PageExpression {
  /** The whole file with the fault. */
  readonly source: string;
}

/** Of what the parser of Vue returns. */
interface Located {
  readonly loc: {
    readonly source: string;
    readonly start: { readonly offset: number; readonly line: number };
    readonly end: { readonly offset: number };
  };
}

interface Directive extends Located {
  readonly type: number;
  readonly name: string;
  readonly exp?: Located;
  readonly arg?: { readonly content?: string };
}

interface Node extends Located {
  readonly tag?: string;
  readonly props?: readonly Directive[];
  readonly children?: readonly Node[];
  readonly content?: Located | string;
}

/** What stands in place of the value of each directive. `key` only says which elements are kept when a list changes. */
const replacements: Readonly<Record<string, (expression: string, argument: string) => string | undefined>> = {
  if: (expression) => `!(${expression})`,
  'else-if': (expression) => `!(${expression})`,
  show: (expression) => `!(${expression})`,
  for: (expression) => expression.replace(/ (in|of) .*$/s, ' $1 []'),
  bind: (_, argument) => (argument === 'key' ? undefined : 'undefined'),
  on: () => '() => {}',
  model: () => '({ value: undefined }).value',
};

const named: Readonly<Record<string, string>> = { bind: ':', on: '@' };

function kindOf(name: string, argument: string | undefined): string {
  if (named[name] !== undefined) return `${named[name]}${argument}`;
  return argument === undefined ? `v-${name}` : `v-${name}:${argument}`;
}

/** @param file the path of a component. @returns its expressions in the order of the file. */
export function expressionsOf(file: string): PageExpression[] {
  const { descriptor } = parse(readFileSync(file, 'utf8'));
  const root = descriptor.template?.ast as Node | undefined;
  return root ? expressionsIn(root, file) : [];
}

/** @param file the path of a component. */
export function mutantsOf(file: string): PageMutant[] {
  const whole = readFileSync(file, 'utf8');
  return expressionsOf(file).map((each) => ({
    ...each,
    source: whole.slice(0, each.start) + each.to + whole.slice(each.end),
  }));
}

function expressionsIn(node: Node, file: string): PageExpression[] {
  const { props = [], children = [], content, tag = '' } = node;
  const directives = props.flatMap((each) => expressionOf(each, { file, tag }));
  const interpolated =
    typeof content === 'object' && node.loc.source.startsWith('{{')
      ? [located(content, { file, tag, kind: '{{ }}', to: 'undefined' })]
      : [];
  return [...directives, ...interpolated, ...children.flatMap((child) => expressionsIn(child, file))];
}

function expressionOf(
  { name, exp, arg }: Directive,
  of: Pick<PageExpression, 'file' | 'tag'>,
): PageExpression[] {
  const argument = arg?.content;
  const to = exp && replacements[name]?.(exp.loc.source, String(argument));
  if (!exp || to === undefined) return [];
  return [located(exp, { ...of, kind: kindOf(name, argument), to })];
}

const located = (
  { loc: { start, end, source: from } }: Located,
  about: Pick<PageExpression, 'file' | 'tag' | 'kind' | 'to'>,
): PageExpression => ({ ...about, line: start.line, from, start: start.offset, end: end.offset });
