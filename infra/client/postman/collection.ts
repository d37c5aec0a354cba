/** The API as a Postman collection (format 2.1): a folder for each type, with the document's examples. */
import { apiDocument, type Operation, operationsOf } from '../documentation/generated/document.ts';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Fields of included types are omitted, because they would be half of the file. */
const isOmitted = (name: string, tag: string): boolean =>
  name.startsWith('fields[') && name !== `fields[${tag}]`;

export function postmanCollection(): object {
  const document = apiDocument();
  const operations = Map.groupBy(operationsOf(document), ({ tag }) => tag);
  const variables = {
    baseUrl: 'http://localhost:3000/api/v1',
    email: 'admin@demo.example',
    password: 'Demo-Password-1',
    token: '',
  };
  return {
    info: {
      name: 'Music distribution',
      description: 'Send "Sign in" first. It stores the token, which the other requests send.',
      schema: FORMAT,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: document.tags.map(({ name, description }) => folder(name, description, operations.get(name) ?? [])),
  };
}

function folder(name: string, description: string, operations: readonly Operation[]): object {
  const related = operations.filter(({ isRelated }) => isRelated).map(requestOf);
  const items = operations.filter(({ isRelated }) => !isRelated).map(requestOf);
  const below = related.length > 0 ? [{ name: 'Related records', item: related }] : [];
  return { name, description, item: [...items, ...below] };
}

function requestOf(operation: Operation): object {
  const { summary, method, body, needsToken, id } = operation;
  return {
    name: summary,
    request: {
      method,
      ...(!needsToken && { auth: { type: 'noauth' } }),
      header: [
        ...(body ? [{ key: 'Content-Type', value: body.type }] : []),
        ...parametersOf(operation, 'header'),
      ],
      url: urlOf(operation),
      ...(body && { body: { mode: 'raw', raw: JSON.stringify(exampleOf(id, body.example), null, 2) } }),
    },
    ...(id === 'signIn' && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepToken } }],
    }),
  };
}

const keepToken = [
  "if (pm.response.code === 200) pm.collectionVariables.set('token', pm.response.json().access_token);",
];

const exampleOf = (operation: string, example: unknown): unknown =>
  operation === 'signIn' ? { email: '{{email}}', password: '{{password}}', grant_type: 'password' } : example;

/** Only required parameters are sent until someone turns the others on. */
const parametersOf = ({ parameters, tag }: Operation, location: 'query' | 'header') =>
  parameters
    .filter((each) => each.in === location && !isOmitted(each.name, tag))
    .map(({ name, description, example, schema, required = false }) => ({
      key: name,
      value: name === 'Idempotency-Key' ? '{{$guid}}' : String(example ?? schema.default ?? ''),
      ...(description !== undefined && { description }),
      ...(!required && { disabled: true }),
    }));

function urlOf(operation: Operation): object {
  const path = operation.path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const query = parametersOf(operation, 'query');
  const sent = query.filter((each) => !('disabled' in each)).map(({ key, value }) => `${key}=${value}`);
  const names = path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
  return {
    raw: `{{baseUrl}}/${path.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path,
    ...(query.length > 0 && { query }),
    ...(names.length > 0 && { variable: names.map((key) => ({ key, value: '1001' })) }),
  };
}
