/**
 * Calls of the table in the format of its engine: JSON is written and read without the schemas of the SDK, its rules of
 * endpoints and its signature, which the engine does not verify. They take half of the processor time of a call. Retries and
 * the middleware of the product and of tests are the same. Stages, test/loopback and test/pure use all of the SDK.
 */
import { randomUUID } from 'node:crypto';
import * as sdk from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamo } from '../../shared/kit/table/client.ts';
import { type EngineRequest, type EngineResponse, responseTo } from './engine-connection.ts';

type Members = Readonly<Record<string, unknown>>;

interface Command {
  readonly input: Members;
  /** Of a command of the document client: the one that it sends. */
  readonly clientCommand?: object;
  resolveMiddleware: () => Handler;
}

interface Client {
  readonly middlewareStack: Stack;
  send(command: Command): Promise<unknown>;
}

type Output = Members & { readonly $metadata: object };

interface Args {
  readonly input: Members;
  readonly request?: unknown;
}

type Handler = (args: Args) => Promise<{ readonly response: unknown; readonly output: Output }>;
type Middleware = (next: Handler, context: { readonly commandName: string }) => Handler;

interface Stack {
  add(middleware: Middleware, options: { step: string; name: string; priority?: string }): void;
  remove(name: string): boolean;
  resolve(handler: Handler, context: { commandName: string; clientName: string }): Handler;
}

/** Of the SDK. */
const REPLACED = [
  'serializerMiddleware',
  'contentLengthMiddleware',
  'hostHeaderMiddleware',
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
  'deserializerMiddleware',
];

const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  // The engine requires a credential and checks no signature.
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20261123/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20261123T000000Z',
};

/** The clients of this process that do. */
const connected = new WeakSet<object>();

/** Lets the client of the table call its engine directly, without a limit of time. */
export function connectDirectly(): void {
  const client = dynamo() as unknown as Client;
  if (connected.has(client)) return;
  connected.add(client);
  const { middlewareStack } = client;
  for (const name of REPLACED)
    if (!middlewareStack.remove(name)) throw new Error(`The SDK has no middleware ${name}.`);
  middlewareStack.add(writing(), { step: 'serialize', name: 'writing' });
  middlewareStack.add(reading, { step: 'deserialize', name: 'reading' });
  const handlers = new Map<object, Handler>();
  forgetAtChanges(middlewareStack, () => handlers.clear());
  // Of the prototype, which tests replace (test/support/rounds.ts).
  const prototype: Client = Object.getPrototypeOf(client);
  client.send = (command) => {
    const { constructor: type, clientCommand } = command;
    const handler = handlers.get(type) ?? handlerOf(middlewareStack, (clientCommand ?? command).constructor);
    handlers.set(type, handler);
    command.resolveMiddleware = () => (clientCommand ? documents(handler) : handler);
    return prototype.send.call(client, command);
  };
}

/** Resolving the middleware for each call takes a tenth of its time. */
function forgetAtChanges(stack: Stack, forget: () => void): void {
  for (const name of ['add', 'remove'] as const) {
    const change: (...given: never[]) => unknown = stack[name];
    Object.assign(stack, {
      [name]: (...given: never[]) => {
        forget();
        return change(...given);
      },
    });
  }
}

const handlerOf = (stack: Stack, { name: commandName }: { readonly name: string }): Handler =>
  stack.resolve(
    async ({ request }) => ({
      response: await responseTo(request as EngineRequest),
      output: { $metadata: {} },
    }),
    { commandName, clientName: 'DynamoDBClient' },
  );

/** Writes the request of a command. A transaction has one token in all attempts. */
function writing(): Middleware {
  let to: (Pick<EngineRequest, 'hostname' | 'port'> & { readonly host: string }) | undefined;
  return (next, { commandName }) => {
    const operation = commandName.replace(/Command$/, '');
    return ({ input }) => {
      // At the first call, as the SDK does.
      to ??= endpoint();
      const { hostname, port, host } = to;
      const headers = { host, ...HEADERS, 'x-amz-target': `DynamoDB_20120810.${operation}` };
      const given =
        operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...input } : input;
      // Middleware of tests changes the address.
      return next({ input, request: { hostname, port, headers, body: textOf(given) } });
    };
  };
}

function endpoint() {
  const { hostname, port, host } = new URL(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  return { hostname, port: Number(port), host };
}

/** Reads the response. @throws the exception of the SDK */
const reading: Middleware = (next) => async (args) => {
  const { statusCode, text } = (await next(args)).response as EngineResponse;
  const output = text === '' ? {} : JSON.parse(text, /"BS?":["[]/.test(text) ? fromBase64 : undefined);
  const $metadata = { httpStatusCode: statusCode };
  if (statusCode === 200) return { response: {}, output: { ...output, $metadata } };
  throw exceptionOf(output, $metadata);
};

type Exception = new (options: object) => Error;

function exceptionOf({ __type, ...fields }: Members, $metadata: object): Error {
  const name = String(__type).replace(/^.*#/, '');
  const given = { ...fields, message: String(fields['message'] ?? fields['Message']), $metadata };
  const Known = (sdk as unknown as Readonly<Record<string, Exception | undefined>>)[name];
  return Known ? new Known(given) : new sdk.DynamoDBServiceException({ ...given, name, $fault: 'client' });
}

/** The members of commands and responses that the document client converts. */
const CONVERTED = new Set(['Item', 'Key', 'Attributes', 'ExpressionAttributeValues']);

const converted = (value: unknown, convert: (value: never) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => converted(each, convert));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    member !== undefined && CONVERTED.has(name) ? convert(member as never) : converted(member, convert),
  ]);
  return Object.fromEntries(entries);
};

const toTable = (input: Members) =>
  converted(input, (value: object) => marshall(value, { removeUndefinedValues: true })) as Members;
const fromTable = (output: Output) => converted(output, unmarshall) as Output;

/** What a command of the document client does. */
const documents =
  (handler: Handler): Handler =>
  async ({ input }) => {
    const { response, output } = await handler({ input: toTable(input) });
    return { response, output: fromTable(output) };
  };

/** Bytes are rare, and JSON.stringify takes twice as long with a function. */
function textOf(input: Members): string {
  const text = JSON.stringify(input);
  return /"BS?":[[{]/.test(text) ? JSON.stringify(input, base64) : text;
}

/** Bytes in JSON. */
function base64(this: Members, name: string, value: unknown): unknown {
  const { [name]: given } = this;
  return ArrayBuffer.isView(given)
    ? Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('base64')
    : value;
}

function fromBase64(name: string, value: unknown): unknown {
  if (name === 'B' && typeof value === 'string') return new Uint8Array(Buffer.from(value, 'base64'));
  if (name === 'BS' && Array.isArray(value)) return value.map((each) => fromBase64('B', each));
  return value;
}
