/** A request in each language of the documentation, without packages. The token is in the environment. */

export interface SampleRequest {
  readonly method: string;
  /** With its query, such as /labels?sort=name. */
  readonly path: string;
  readonly needsToken: boolean;
  readonly body: { readonly type: string; readonly example: unknown } | undefined;
  /** Whether the response has a JSON body. */
  readonly isJson: boolean;
}

interface Language {
  /** As VitePress calls it, and as readers do. */
  readonly code: string;
  readonly name: string;
  readonly write: (request: SampleRequest & { readonly address: string }) => string;
}

const ADDRESS = 'http://localhost:3000';

export const languages: readonly Language[] = [
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

type Addressed = Parameters<Language['write']>[0];

const single = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
const isGet = ({ method }: Addressed) => method === 'GET';

function curl({ method, address, needsToken, body }: Addressed): string {
  const isUsual = method === (body ? 'POST' : 'GET');
  return [
    `curl -sg ${isUsual ? '' : `-X ${method} `}'${address}'`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body
      ? [
          `-H 'Content-Type: ${body.type}'`,
          `-d '${JSON.stringify(body.example, null, 2).replaceAll("'", `'\\''`)}'`,
        ]
      : []),
  ].join(' \\\n  ');
}

function javascript(request: Addressed): string {
  const { method, address, needsToken, body, isJson } = request;
  const headers = [
    ...(needsToken ? [`Authorization: \`Bearer \${process.env.TOKEN}\``] : []),
    ...(body ? [`'Content-Type': '${body.type}'`] : []),
  ];
  const options = [
    ...(isGet(request) ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body ? [`body: JSON.stringify(${indented(JSON.stringify(body.example, null, 2), '  ')})`] : []),
  ];
  const init = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : '';
  return `const response = await fetch('${address}'${init});\nconsole.log(${isJson ? 'await response.json()' : 'response.status'});`;
}

function python(request: Addressed): string {
  const { method, address, needsToken, body, isJson } = request;
  const headers = [
    ...(needsToken ? [`'Authorization': f'Bearer {os.environ["TOKEN"]}'`] : []),
    ...(body ? [`'Content-Type': '${body.type}'`] : []),
  ];
  const options = [
    `'${address}'`,
    ...(isGet(request) ? [] : [`method='${method}'`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body ? [`data=json.dumps(${indented(pythonOf(body.example), '    ')}).encode()`] : []),
  ];
  return [
    'import json, os, urllib.request\n',
    `request = urllib.request.Request(\n    ${options.join(',\n    ')},\n)`,
    'with urllib.request.urlopen(request) as response:',
    `    print(${isJson ? 'json.load(response)' : 'response.status'})`,
  ].join('\n');
}

function php(request: Addressed): string {
  const { method, address, needsToken, body, isJson } = request;
  const headers = [
    ...(needsToken ? ["'Authorization: Bearer ' . getenv('TOKEN')"] : []),
    ...(body ? [`'Content-Type: ${body.type}'`] : []),
  ];
  const options = [
    `'method' => '${method}'`,
    ...(headers.length > 0 ? [`'header' => [${headers.join(', ')}]`] : []),
    ...(body ? [`'content' => json_encode(${indented(phpOf(body.example), '    ')})`] : []),
  ];
  const context = `stream_context_create(['http' => [\n    ${options.join(',\n    ')},\n]])`;
  return [
    '<?php',
    `$response = file_get_contents('${address}', false, ${context});`,
    isJson ? 'print_r(json_decode($response, true));' : 'echo $http_response_header[0];',
  ].join('\n');
}

/** How a language writes values. */
interface Literals {
  readonly constants: Readonly<Record<'null' | 'true' | 'false', string>>;
  readonly list: readonly [open: string, close: string];
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly member: (name: string, value: string) => string;
}

const pythonOf = (value: unknown) =>
  literal(value, {
    constants: { null: 'None', true: 'True', false: 'False' },
    list: ['[', ']'],
    object: ['{', '}'],
    emptyObject: '{}',
    member: (name, each) => `${single(name)}: ${each}`,
  });

const phpOf = (value: unknown) =>
  literal(value, {
    constants: { null: 'null', true: 'true', false: 'false' },
    list: ['[', ']'],
    object: ['[', ']'],
    emptyObject: 'new stdClass()',
    member: (name, each) => `${single(name)} => ${each}`,
  });

function literal(value: unknown, literals: Literals): string {
  const { constants, list, object, emptyObject, member } = literals;
  if (value === null || typeof value === 'boolean') return constants[`${value}`];
  if (typeof value === 'string') return single(value);
  if (typeof value !== 'object') return String(value);
  const [items, [open, close]] = Array.isArray(value)
    ? [value.map((each) => literal(each, literals)), list]
    : [Object.entries(value).map(([name, each]) => member(name, literal(each, literals))), object];
  if (items.length === 0) return Array.isArray(value) ? open + close : emptyObject;
  return `${open}\n  ${indented(items.join(',\n'), '  ')},\n${close}`;
}
