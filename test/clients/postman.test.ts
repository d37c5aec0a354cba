/** The Postman collection, run as a whole by newman on a stage with the demo, as a user runs it in Postman. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postmanCollection } from '../../bin/client/postman/collection.ts';
import { localCertificates } from '../../bin/local/certificates/certificates.ts';
import { copyDemoData } from '../stage/shared-stage.ts';
import { operateOn } from '../support/command-line.ts';
import { temporaryFolder } from '../support/hand-made.ts';
import { foundLine } from '../support/imported-matches.ts';
import { type Launched, launch } from '../support/launch.ts';
import { signIn } from '../support/sign-in.ts';

const LIMIT_MS = 200_000;
const run = promisify(execFile);
const newman = join(import.meta.dirname, 'node_modules/.bin/newman');
const folder = temporaryFolder();

let stage: Launched;
let receiver: Server;
beforeAll(async () => {
  const dataDirectory = join(folder, 'data');
  await copyDemoData(dataDirectory);
  stage = await launch({ DATA_DIR: dataDirectory, QA_MODE: 'auto', QA_WAIT_SECONDS: '0.1' });
  const { key, cert } = await localCertificates(dataDirectory);
  receiver = createServer({ key, cert }, (_, response) => response.writeHead(204).end());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  await importMatch();
}, LIMIT_MS);
afterAll(async () => {
  receiver.close();
  await stage.interrupt();
});

/** The demo has no matches. */
async function importMatch(): Promise<void> {
  const token = await signIn(stage.url);
  const tracks = await fetch(`${stage.url}/tracks?page[size]=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = v.parse(v.object({ data: v.array(v.object({ id: v.string() })) }), await tracks.json());
  const match = foundLine({
    track: data[0]?.id,
    'confidence-score': 90,
    artists: ['Ada'],
    distributors: ['Blue Room'],
    'time-offsets': [{ start: 1, end: 9, 'matched-start': 2, 'matched-end': 10 }],
    'alpha-artists': [{ name: 'Ada' }],
    'gamma-artists': [{ name: 'Ada' }],
  });
  const file = join(folder, 'found.jsonl');
  writeFileSync(file, `${JSON.stringify(match)}\n`);
  expect(await operateOn(stage.awsUrl, ['import-matches', file])).toMatchObject({ code: 0 });
}

const item = v.object({ name: v.string(), request: v.object({ method: v.string() }) });
const summarySchema = v.object({
  run: v.object({
    executions: v.array(
      v.object({
        item,
        response: v.optional(v.object({ code: v.number() })),
        assertions: v.optional(
          v.array(v.object({ assertion: v.string(), error: v.optional(v.object({ message: v.string() })) })),
          [],
        ),
      }),
    ),
    failures: v.array(v.object({ error: v.object({ message: v.string() }) })),
  }),
});
interface Items {
  readonly name: string;
  readonly item?: readonly Items[];
}
const requestsIn = (all: readonly Items[]): string[] =>
  all.flatMap(({ name, item: below }) => (below ? requestsIn(below) : [name]));

it('every request of the collection succeeds in order and tests its status', {
  timeout: LIMIT_MS,
}, async () => {
  const collection = join(folder, 'collection.json');
  const report = join(folder, 'report.json');
  const made = postmanCollection();
  writeFileSync(collection, JSON.stringify(made));
  const { port } = receiver.address() as AddressInfo;
  const variables = [`baseUrl=${stage.url}/api/v1`, `webhookUrl=https://localhost:${port}/`];
  const options = ['--reporters', 'json', '--reporter-json-export', report, '--suppress-exit-code'];
  await run(process.execPath, [
    newman,
    'run',
    collection,
    ...options,
    ...variables.flatMap((each) => ['--env-var', each]),
  ]);
  const { executions, failures } = v.parse(summarySchema, JSON.parse(readFileSync(report, 'utf8'))).run;
  const faults = executions.flatMap(({ item: { name }, response, assertions }) => {
    const failed = assertions.flatMap(({ error }) => error?.message ?? []);
    const isTested = assertions.some(({ assertion }) => assertion.startsWith('responds with '));
    return isTested && failed.length === 0 ? [] : [{ name, code: response?.code, failed }];
  });
  expect({ faults, failures }).toEqual({ faults: [], failures: [] });
  const sent = new Set(executions.map(({ item: { name } }) => name));
  const { item: folders } = made as { readonly item: readonly Items[] };
  // A match that another service has found has no analysis, and other matches lack what such services find.
  expect(requestsIn(folders).filter((name) => !sent.has(name))).toEqual(['Read a track analysis']);
});
