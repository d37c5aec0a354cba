/** `npm run receiver`: a webhook receiver for your machine, and an example of how to verify webhooks. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, styleText } from 'node:util';
import * as v from 'valibot';
import { isGenuine } from '../docs/webhooks/verify.ts';
import { localCertificates } from './local/certificates/certificates.ts';

const HELP = `npm run receiver -- [whsec_...] [--fail 2] [--status 500] [--redirect URL] [--delay 3] [--hang]

  whsec_...   signing secret of your endpoint, or several
  --fail      fail this many attempts per event (with --status or 500), then succeed
  --status    respond with this status instead of 204; only 2xx succeeds
  --redirect  redirect to this URL; redirects are not followed, so every attempt fails
  --delay     seconds to wait before the response; attempts longer than 10 seconds fail
  --hang      never respond

Environment:

  RECEIVER_PORT  the port it listens on (4443)
  DATA_DIR       the data directory of the local stage, whose certificate it uses (.local)
  SECRET         signing secrets, in addition to the arguments`;

const NO_DIRECTORY = `With DATA_DIR=memory, the local stage stores its certificates in a temporary folder. Set DATA_DIR to the folder
that npm start prints as "Data".`;

const HOW_TO_VERIFY = `Register this address as the url of a webhook endpoint. The response contains the endpoint's signing secret. To verify
signatures, restart the receiver with it:

  npm run receiver -- whsec_...
`;

const WRONG_PORT = 'RECEIVER_PORT must be a port from 0 to 65535.';

const optionsSchema = v.object({
  secrets: v.array(
    v.pipe(v.string(), v.regex(/^whsec_[0-9a-f]{64}$/, 'A secret is whsec_ and 64 hex digits.')),
  ),
  fail: v.pipe(v.string(), v.regex(/^\d{1,6}$/, '--fail takes a number of attempts.'), v.transform(Number)),
  status: v.optional(
    v.pipe(v.string(), v.regex(/^[2-5]\d\d$/, '--status takes 200 to 599.'), v.transform(Number)),
  ),
  redirect: v.optional(v.pipe(v.string(), v.url('--redirect takes a URL.'))),
  hang: v.boolean(),
  delay: v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/, '--delay takes seconds.'), v.transform(Number)),
  port: v.pipe(v.string(), v.regex(/^\d+$/, WRONG_PORT), v.transform(Number), v.maxValue(65_535, WRONG_PORT)),
  // No stage would trust certificates from a folder called memory.
  dataDirectory: v.pipe(v.string(), v.notValue('memory', NO_DIRECTORY)),
});
type ReceiverOptions = v.InferOutput<typeof optionsSchema>;

const eventSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.string(), type: v.string(), created_at: v.string(), data: v.unknown() }),
);

/** @returns null if the message is genuine and recent, or else the reason. */
function wrongWith(header: string, rawBody: Buffer, secrets: readonly string[]): string | null {
  if (secrets.some((secret) => isGenuine(rawBody, header, secret))) return null;
  const signedAt = Number(/^t=(\d+),v1=/.exec(header)?.[1]);
  if (Number.isNaN(signedAt)) return 'is missing';
  const isOnlyLate = secrets.some((secret) => isGenuine(rawBody, header, secret, signedAt));
  if (!isOnlyLate) return 'is for a different secret or body';
  return `is ${Math.round(Math.abs(Date.now() / 1000 - signedAt))} seconds off`;
}

/** How often each event was received. An event may arrive more than once, and must be processed only once. */
const seen = new Map<string, number>();

/** @returns the status of the response. */
async function receive(request: IncomingMessage, options: ReceiverOptions): Promise<number> {
  if (request.method !== 'POST') return 405;
  const rawBody = await buffer(request);
  const { secrets } = options;
  const isChecked = secrets.length > 0;
  const wrong = isChecked && wrongWith(String(request.headers['service-signature'] ?? ''), rawBody, secrets);
  const event = v.safeParse(eventSchema, rawBody.toString());
  if (wrong || !event.success) {
    console.log(
      `${styleText('red', 'REJECTED')}  ${wrong ? `signature ${wrong}` : 'not an event'}, responded 400\n`,
    );
    return 400;
  }
  const { id, type, created_at: createdAt, data } = event.output;
  const times = (seen.get(id) ?? 0) + 1;
  seen.set(id, times);
  const status = statusOf(times, options);
  console.log(`${styleText('bold', type)}  ${id}
  created    ${createdAt}
  signature  ${isChecked ? styleText('green', 'verified') : styleText('yellow', 'not checked: no secret given')}
  received   ${times === 1 ? 'for the first time' : styleText('yellow', `${times} times: process it once`)}
  responded  ${options.hang ? 'never' : status}
  data       ${JSON.stringify(data, null, 2).replaceAll('\n', '\n             ')}
`);
  return status;
}

/** @param times the event was received, this time included. */
function statusOf(times: number, { fail: failures, status, redirect }: ReceiverOptions): number {
  if (times <= failures) return status ?? 500;
  if (redirect !== undefined) return 302;
  return failures > 0 ? 204 : (status ?? 204);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReceiverOptions,
): Promise<void> {
  const status = await receive(request, options);
  if (options.hang) return;
  await wait(options.delay * 1000);
  const headers = status === 302 && options.redirect ? { Location: options.redirect } : {};
  response.writeHead(status, headers).end();
}

/** @throws when an argument or variable is invalid. */
function readOptions(): ReceiverOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fail: { type: 'string', default: '0' },
      status: { type: 'string' },
      redirect: { type: 'string' },
      delay: { type: 'string', default: '0' },
      hang: { type: 'boolean', default: false },
    },
  });
  const { SECRET = '', RECEIVER_PORT, DATA_DIR } = process.env;
  const secrets = [...positionals, ...SECRET.split(/[\s,]+/).filter((secret) => secret !== '')];
  const port = RECEIVER_PORT || '4443';
  return v.parse(optionsSchema, { ...values, secrets, port, dataDirectory: DATA_DIR || '.local' });
}

async function start(options: ReceiverOptions): Promise<void> {
  const { key, cert } = await localCertificates(options.dataDirectory);
  const server = createServer({ key, cert }, (request, response) => {
    // A client that disconnects must not end the receiver.
    respond(request, response, options).catch(() => response.destroy());
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    fail(isTaken ? `Port ${options.port} is in use. Choose another with RECEIVER_PORT.` : error.message);
  });
  server.listen(options.port, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : options.port;
    console.log(`\nReceiving webhooks on https://127.0.0.1:${port}/  (Ctrl-C to end)\n`);
    if (options.secrets.length === 0) console.log(HOW_TO_VERIFY);
  });
}

function fail(message: string): void {
  console.error(`${message}\n\n${HELP}`);
  process.exitCode = 1;
}

try {
  if (process.argv.includes('--help')) console.log(HELP);
  else await start(readOptions());
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
