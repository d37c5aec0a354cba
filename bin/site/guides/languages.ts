/** Writes the commands of guides in other languages. Each has a function `api` that takes path, method, body and headers. */
import {
  escaped,
  javascriptLiterals,
  type Literals,
  literal,
  phpLiterals,
  pythonLiterals,
} from '../.vitepress/theme/forms/literals.ts';
import { type GuideRequest, isList, type Statement } from './commands.ts';

export interface GuideLanguage {
  /** The name of the language in blocks of code, and the extension of its files in docs/code. */
  readonly code: string;
  readonly name: string;
  readonly write: (statement: Statement) => string;
}

/** How a language writes values and statements. */
interface Notation {
  readonly literals: Literals;
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
  literals: javascriptLiterals,
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
  literals: pythonLiterals,
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
  literals: phpLiterals,
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
    body === undefined ? notation.literals.constants.null : valueIn(notation, body),
    valueIn(notation, headers),
  ];
  const isOmitted = [false, method === 'GET', body === undefined, Object.keys(headers).length === 0];
  const last = isOmitted.lastIndexOf(false);
  return notation.call(given.slice(0, last + 1).join(', '));
}

function textIn({ literals, variable, mixed }: Notation, text: string): string {
  const parts = text.split(/\{\{\w+\}\}/);
  const names = Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name);
  const [only] = names;
  if (only === undefined) return literals.text(text);
  return parts.join('') === '' && names.length === 1 ? variable(only) : mixed(parts, names);
}

/** Shorter values are on one line. */
const WIDTH = 80;

const valueIn = (notation: Notation, value: unknown): string =>
  literal(value, { ...notation.literals, text: (text) => textIn(notation, text) }, WIDTH);
