/** Writes the commands of guides in other languages. Each has a function `api` that takes path, method, body and headers. */
import { type GuideRequest, isList, type Statement } from './commands.ts';

export interface GuideLanguage {
  /** Of its blocks of code, and of its files in docs/code. */
  readonly code: string;
  readonly name: string;
  readonly write: (statement: Statement) => string;
}

/** How a language writes values and statements. */
interface Notation {
  readonly nothing: string;
  readonly constants: Readonly<Record<'true' | 'false', string>>;
  readonly object: readonly [open: string, close: string];
  readonly pair: string;
  readonly emptyObject: string;
  readonly variable: (name: string) => string;
  /** A text with variables. */
  readonly mixed: (parts: readonly string[], names: readonly string[]) => string;
  readonly call: (given: string) => string;
  /** What is in a response, such as `.data.id`. */
  readonly member: (name: string | number) => string;
  readonly keep: (name: string, value: string) => string;
  readonly print: (value: string, isText: boolean) => string;
  readonly unique: (start: string) => string;
}

const javascript: Notation = {
  nothing: 'null',
  constants: { true: 'true', false: 'false' },
  object: ['{', '}'],
  pair: ': ',
  emptyObject: '{}',
  variable: (name) => name.toLowerCase(),
  mixed: (parts, names) =>
    `\`${parts.map((part, at) => part + (names[at] === undefined ? '' : `\${${names[at]?.toLowerCase()}}`)).join('')}\``,
  call: (given) => `(await api(${given}))`,
  member: (name) => (typeof name === 'number' ? `[${name}]` : `.${name}`),
  keep: (name, value) => `const ${name} = ${value};`,
  print: (value) => `console.log(${value.replace(/^\((await .*)\)$/s, '$1')});`,
  unique: (start) => `\`${start}\${crypto.randomUUID()}\``,
};

const python: Notation = {
  nothing: 'None',
  constants: { true: 'True', false: 'False' },
  object: ['{', '}'],
  pair: ': ',
  emptyObject: '{}',
  variable: (name) => name.toLowerCase(),
  mixed: (parts, names) =>
    `f'${parts.map((part, at) => escaped(part) + (names[at] === undefined ? '' : `{${names[at]?.toLowerCase()}}`)).join('')}'`,
  call: (given) => `api(${given})`,
  member: (name) => `[${typeof name === 'number' ? name : `'${name}'`}]`,
  keep: (name, value) => `${name} = ${value}`,
  print: (value) => `print(${value})`,
  unique: (start) => `f'${start}{uuid.uuid4()}'`,
};

const php: Notation = {
  nothing: 'null',
  constants: { true: 'true', false: 'false' },
  object: ['[', ']'],
  pair: ' => ',
  emptyObject: 'new stdClass()',
  variable: (name) => `$${name.toLowerCase()}`,
  mixed: (parts, names) =>
    `"${parts.map((part, at) => part + (names[at] === undefined ? '' : `{$${names[at]?.toLowerCase()}}`)).join('')}"`,
  call: (given) => `api(${given})`,
  member: (name) => `[${typeof name === 'number' ? name : `'${name}'`}]`,
  keep: (name, value) => `$${name} = ${value};`,
  print: (value, isText) => (isText ? `echo ${value}, "\\n";` : `print_r(${value});`),
  unique: (start) => `uniqid('${start}', true)`,
};

export const guideLanguages: readonly GuideLanguage[] = [
  { code: 'js', name: 'JavaScript', write: writerIn(javascript) },
  { code: 'py', name: 'Python', write: writerIn(python) },
  { code: 'php', name: 'PHP', write: writerIn(php) },
];

function writerIn(notation: Notation): GuideLanguage['write'] {
  const { keep, print, unique, member } = notation;
  return (statement) => {
    if (statement.does === 'print') return print(textIn(notation, statement.text), true);
    if (statement.does === 'choose') return keep(statement.name.toLowerCase(), unique(statement.start));
    const response = callIn(notation, statement.request);
    if (statement.does === 'send') return print(response, false);
    const path = isList(statement.request) ? ['data', 0, 'id'] : ['data', 'id'];
    return keep(statement.name.toLowerCase(), response + path.map(member).join(''));
  };
}

function callIn(notation: Notation, { method, path, headers, body }: GuideRequest): string {
  const given = [
    textIn(notation, path),
    `'${method}'`,
    body === undefined ? notation.nothing : valueIn(notation, body),
    valueIn(notation, headers),
  ];
  const isOmitted = [false, method === 'GET', body === undefined, Object.keys(headers).length === 0];
  const last = isOmitted.lastIndexOf(false);
  return notation.call(given.slice(0, last + 1).join(', '));
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

function textIn({ variable, mixed }: Notation, text: string): string {
  const parts = text.split(/\{\{\w+\}\}/);
  const names = Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name);
  const [only] = names;
  if (only === undefined) return `'${escaped(text)}'`;
  return parts.join('') === '' && names.length === 1 ? variable(only) : mixed(parts, names);
}

function valueIn(notation: Notation, value: unknown): string {
  if (value === null) return notation.nothing;
  if (typeof value === 'boolean') return notation.constants[`${value}`];
  if (typeof value === 'string') return textIn(notation, value);
  if (typeof value !== 'object') return String(value);
  const [items, [open, close]] = Array.isArray(value)
    ? [value.map((each) => valueIn(notation, each)), ['[', ']'] as const]
    : [pairsIn(notation, value), notation.object];
  if (items.length === 0) return Array.isArray(value) ? '[]' : notation.emptyObject;
  const line = `${open}${items.join(', ')}${close}`;
  return line.length < 80 && !line.includes('\n')
    ? line
    : `${open}\n  ${items.join(',\n').replaceAll('\n', '\n  ')},\n${close}`;
}

const pairsIn = (notation: Notation, value: object): string[] =>
  Object.entries(value).map(([name, each]) => `'${escaped(name)}'${notation.pair}${valueIn(notation, each)}`);
