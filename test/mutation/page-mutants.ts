/** Small faults in the templates of pages: one for each expression. */
import { readFileSync } from 'node:fs';
import { parse } from 'vue/compiler-sfc';

export interface PageMutant {
  readonly file: string;
  readonly line: number;
  /** What is changed, such as `v-if`. */
  readonly kind: string;
  readonly from: string;
  readonly to: string;
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
};

const named: Readonly<Record<string, string>> = { bind: ':', on: '@' };

/** @param file the path of a component. */
export function mutantsOf(file: string): PageMutant[] {
  const source = readFileSync(file, 'utf8');
  const { descriptor } = parse(source);
  const root = descriptor.template?.ast as Node | undefined;
  return root ? faultsIn(root, { file, source }) : [];
}

interface Component {
  readonly file: string;
  readonly source: string;
}

function faultsIn(node: Node, component: Component): PageMutant[] {
  const { props = [], children = [], content } = node;
  const directives = props.flatMap((each) => faultOf(each, component));
  const interpolated =
    typeof content === 'object' && node.loc.source.startsWith('{{')
      ? [replaced(content, { ...component, kind: '{{ }}', to: 'undefined' })]
      : [];
  return [...directives, ...interpolated, ...children.flatMap((child) => faultsIn(child, component))];
}

function faultOf({ name, exp, arg }: Directive, component: Component): PageMutant[] {
  const argument = arg?.content;
  const to = exp && replacements[name]?.(exp.loc.source, String(argument));
  if (!exp || to === undefined) return [];
  const kind = named[name] === undefined ? `v-${name}` : `${named[name]}${argument}`;
  return [replaced(exp, { ...component, kind, to })];
}

function replaced(
  { loc: { start, end, source: from } }: Located,
  { file, source, kind, to }: Component & Pick<PageMutant, 'kind' | 'to'>,
): PageMutant {
  const changed = source.slice(0, start.offset) + to + source.slice(end.offset);
  return { file, line: start.line, kind, from, to, source: changed };
}
