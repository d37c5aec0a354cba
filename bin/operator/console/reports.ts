/** Takes store reports from the page, and sends it the lines that were not imported. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { runStep } from '../invoke.ts';
import { rejection } from '../rejection.ts';
import { withBucket } from '../stage-bucket.ts';
import { beginImport } from '../usage/import-usage.ts';
import { protection } from './admission.ts';
import type { Reached } from './runs.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Uploads the report to the stage, which then imports it. Responds with the import. @throws Rejection */
export async function receiveReport({ request, response, url }: Exchange, reached: Reached): Promise<void> {
  const name = url.searchParams.get('name');
  if (!name || basename(name) !== name || name.length > 255)
    throw rejection('invalid_value', 'The report needs a file name of up to 255 characters.');
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    // Named after the folder, so that no name of a file can lead elsewhere.
    const path = join(folder, 'report');
    await pipeline(request, createWriteStream(path, { mode: 0o600 }));
    const { stage, environment } = reached;
    const call = { stage, environment, command: 'import-usage', args: { file: path, as: name } };
    const body = JSON.stringify({ result: await beginImport(call) });
    response.writeHead(200, { ...protection, 'content-type': 'application/json' }).end(body);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const importSchema = v.object({
  bucket: v.string(),
  'rejected-lines': v.string(),
  'unmatched-lines': v.string(),
});

interface Lines {
  readonly name: string;
  readonly which: 'rejected-lines' | 'unmatched-lines';
}

export async function sendOmittedLines(
  { response }: Exchange,
  { name, which }: Lines,
  { stage, environment }: Reached,
): Promise<void> {
  const call = { stage, environment, command: 'show-usage-import', args: { name } };
  const { bucket, [which]: key } = await runStep(call, importSchema);
  await withBucket(call, bucket, async (of) => {
    const content = of.read(key);
    response.writeHead(200, {
      ...protection,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${which}.csv"`,
    });
    await pipeline(Readable.from(content), response);
  });
}
