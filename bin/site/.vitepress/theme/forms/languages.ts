/**
 * A request in each language of the documentation, without packages. The token is in the environment. The pages
 * of types and the forms show the same.
 */

import { escapedText, indented, literal, phpLiterals, phpText, pythonLiterals } from './literals.ts';

export interface SampleRequest {
  readonly method: string;
  /** With its query, such as /labels?sort=name. */
  readonly path: string;
  readonly needsToken: boolean;
  /** Besides the token and the type of the body. */
  readonly headers?: readonly Header[];
  readonly body: SampleBody | undefined;
  /** Whether the response has a JSON body. */
  readonly isJson: boolean;
}

type Header = readonly [name: string, value: string];

/** JSON, or a text that is not JSON. */
type SampleBody =
  | { readonly type: string; readonly example: unknown }
  | { readonly type: string; readonly text: string };

type Addressed = SampleRequest & { readonly address: string };

interface Language {
  /** The name that VitePress has for the language. `name` is the one that readers see. */
  readonly code: string;
  readonly name: string;
  readonly write: (request: Addressed) => string;
}

const ADDRESS = 'http://localhost:3000';

export const languages: readonly [Language, ...Language[]] = [
  { code: 'sh', name: 'curl', write: curl },
  { code: 'js', name: 'JavaScript', write: javascript },
  { code: 'py', name: 'Python', write: python },
  { code: 'php', name: 'PHP', write: php },
];

/** @returns the request at the address of the stage, which replaces this one when a page is served. */
export const addressed = (request: SampleRequest): Addressed => ({
  ...request,
  address: ADDRESS + request.path,
});

const isGet = ({ method }: Addressed) => method === 'GET';

const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, address, needsToken, headers = [], body }: Addressed): string {
  const isUsual = method === (body ? 'POST' : 'GET');
  return [
    `curl -sg ${isUsual ? '' : `-X ${method} `}'${address}'`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body ? [`-H 'Content-Type: ${body.type}'`, curlData(body)] : []),
  ].join(' \\\n  ');
}

const curlData = (body: SampleBody): string =>
  'text' in body
    ? `--data-raw ${shellText(body.text)}`
    : `-d ${shellText(JSON.stringify(body.example, null, 2))}`;

function javascript(request: Addressed): string {
  const { method, address, needsToken, headers = [], body, isJson } = request;
  const written = [
    ...(needsToken ? [`Authorization: \`Bearer \${process.env.TOKEN}\``] : []),
    ...headers.map(([name, value]) => `'${name}': ${escapedText(value)}`),
    ...(body ? [`'Content-Type': '${body.type}'`] : []),
  ];
  const options = [
    ...(isGet(request) ? [] : [`method: '${method}'`]),
    ...(written.length > 0 ? [`headers: { ${written.join(', ')} }`] : []),
    ...(body ? [`body: ${'text' in body ? escapedText(body.text) : javascriptJson(body.example)}`] : []),
  ];
  const init = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : '';
  return `const response = await fetch('${address}'${init});\nconsole.log(${isJson ? 'await response.json()' : 'response.status'});`;
}

/** A member `__proto__` would be the prototype of the object. */
const javascriptJson = (value: unknown): string =>
  `JSON.stringify(${indented(JSON.stringify(value, null, 2), '  ').replaceAll('"__proto__":', '["__proto__"]:')})`;

function python(request: Addressed): string {
  const { method, address, needsToken, headers = [], body, isJson } = request;
  const written = [
    ...(needsToken ? [`'Authorization': f'Bearer {os.environ["TOKEN"]}'`] : []),
    ...headers.map(([name, value]) => `'${name}': ${escapedText(value)}`),
    ...(body ? [`'Content-Type': '${body.type}'`] : []),
  ];
  const options = [
    `'${address}'`,
    ...(isGet(request) ? [] : [`method='${method}'`]),
    ...(written.length > 0 ? [`headers={${written.join(', ')}}`] : []),
    ...(body ? [`data=${'text' in body ? escapedText(body.text) : pythonJson(body.example)}.encode()`] : []),
  ];
  return [
    'import json, os, urllib.request\n',
    `request = urllib.request.Request(\n    ${options.join(',\n    ')},\n)`,
    'with urllib.request.urlopen(request) as response:',
    `    print(${isJson ? 'json.load(response)' : 'response.status'})`,
  ].join('\n');
}

const pythonJson = (value: unknown): string =>
  `json.dumps(${indented(literal(value, pythonLiterals), '    ')})`;

function php(request: Addressed): string {
  const { method, address, needsToken, headers = [], body, isJson } = request;
  const written = [
    ...(needsToken ? ["'Authorization: Bearer ' . getenv('TOKEN')"] : []),
    ...headers.map(([name, value]) => phpText(`${name}: ${value}`)),
    ...(body ? [`'Content-Type: ${body.type}'`] : []),
  ];
  const options = [
    `'method' => '${method}'`,
    ...(written.length > 0 ? [`'header' => [${written.join(', ')}]`] : []),
    ...(body ? [`'content' => ${'text' in body ? phpText(body.text) : phpJson(body.example)}`] : []),
  ];
  const context = `stream_context_create(['http' => [\n    ${options.join(',\n    ')},\n]])`;
  return [
    '<?php',
    `$response = file_get_contents('${address}', false, ${context});`,
    isJson ? 'print_r(json_decode($response, true));' : 'echo $http_response_header[0];',
  ].join('\n');
}

const phpJson = (value: unknown): string => `json_encode(${indented(literal(value, phpLiterals), '    ')})`;
