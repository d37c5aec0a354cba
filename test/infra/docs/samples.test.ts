/**
 * The requests on the pages of types and in forms, run in each language that is installed. All languages send
 * the same requests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { languages, type SampleRequest } from '../../../bin/site/.vitepress/theme/forms/languages.ts';
import { jsonIn } from '../../../bin/site/.vitepress/theme/forms/request.ts';
import { apiDocument, operationsOf } from '../../../bin/site/generated/document.ts';
import { shownRequests } from '../../../bin/site/generated/operations.ts';

const TOKEN = 'the-token';
const shown = shownRequests(operationsOf(apiDocument()));

/** What someone might enter in a form. */
const HOSTILE = `'; exit 1; " $TOKEN \\\\ \\ \n\t\u0000\u2028 {} $(exit 1) \`exit 1\` <?php ?> \u{1f40b} %s`;
const entered: readonly SampleRequest[] = [
  {
    method: 'PATCH',
    path: '/labels/%27%22?filter[name]=%27',
    needsToken: true,
    headers: [
      ['If-Match', `"a'b\\"`],
      ['Idempotency-Key', "$(exit 1)'"],
    ],
    body: {
      type: 'application/json',
      example: { text: HOSTILE, [`'"$\\`]: [1.5, -1, 1e21, true, null, {}, [], ''], ['__proto__']: { a: 1 } },
    },
    isJson: true,
  },
  {
    method: 'POST',
    path: '/labels',
    needsToken: false,
    body: { type: 'application/json', text: `@not JSON ${HOSTILE.replace('\u0000', '')}` },
    isJson: true,
  },
  { method: 'DELETE', path: '/labels/{id}', needsToken: true, headers: [], body: undefined, isJson: true },
];
const requests = [...shown, ...entered];
const expected = requests.map(({ method, path, headers, body, needsToken }) => ({
  method,
  path: decodeURI(path),
  token: needsToken ? `Bearer ${TOKEN}` : undefined,
  type: body?.type,
  body: body && ('text' in body ? body.text : body.example),
  ifMatch: new Map(headers).get('If-Match'),
  key: new Map(headers).get('Idempotency-Key'),
}));

/** How each language runs all requests in one program. */
const programs: Readonly<Record<string, { readonly command: readonly string[]; readonly join: Join }>> = {
  curl: { command: ['bash', '-e'], join: (samples) => samples.join('\n') },
  JavaScript: {
    command: [process.execPath, '--input-type=module', '-'],
    join: (samples) => samples.map((sample) => `{\n${sample}\n}`).join('\n'),
  },
  Python: { command: ['python3', '-'], join: (samples) => samples.join('\n') },
  PHP: {
    command: ['php'],
    join: (samples) => `<?php\n${samples.map((sample) => sample.replace('<?php\n', '')).join('\n')}`,
  },
};
type Join = (samples: readonly string[]) => string;

type Received = (typeof expected)[number];

/** Runs a program against a server. @returns the requests that the server received. */
async function requestsOf(command: readonly string[], programAt: (address: string) => string) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { authorization: token, 'content-type': type, 'if-match': ifMatch } = request.headers;
    const { method = '', url = '' } = request;
    received.push({
      method,
      path: decodeURI(url),
      token,
      type,
      body: body === '' ? undefined : (jsonIn(body) ?? body),
      ifMatch,
      key: request.headersDistinct['idempotency-key']?.[0],
    });
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, TOKEN }, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(programAt(`http://127.0.0.1:${port}`));
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  server.close();
  server.closeAllConnections();
  expect([status, errors]).toEqual([0, '']);
  return received;
}

describe('the requests on the pages of types and in forms', () => {
  it('cover every method', () => {
    expect(shown.length).toBeGreaterThan(40);
    expect(new Set(shown.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']));
  });

  for (const { name, write } of languages) {
    const { command, join } = programs[name] ?? { command: [], join: String };
    const isThere = spawnSync(command[0] ?? '', ['--version']).status === 0;
    const note = isThere ? '' : ` (skipped: ${name} is not installed)`;
    it.skipIf(!isThere)(`are sent by ${name} as written${note}`, async () => {
      const sent = await requestsOf(command, (address) =>
        join(requests.map((request) => write({ ...request, address: address + request.path }))),
      );
      expect(sent).toEqual(expected);
    });
  }
});
