/** Idempotency-Key on a POST: carried out once; the same key and body again get the first answer again. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { currentKey, keyOfVersion, type StageKey } from '../auth/stage-secret.ts';
import { Problems, problem } from '../domain/problems.ts';
import { jsonapi } from '../jsonapi/types.ts';
import { describedError, writeLine } from '../log.ts';
import { ConditionsFailed } from '../table/commit.ts';
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { idempotencyKey, type Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { errorResponse } from './errors.ts';
import type { ApiRequest } from './request.ts';
import { type RequestState, required } from './request-state.ts';
import type { ApiResponse, Made } from './response.ts';

export interface Run {
  /** Joins the transaction of the request: from then on the key stands for what was made. */
  readonly mark: (made: Made | undefined) => Write;
  /** Keeps the answer for replays, without what may be shown only once; or frees the key of a refusal too large to keep. */
  readonly finish: (response: ApiResponse) => Promise<void>;
  /** Frees the key of a request that failed before it wrote anything. */
  readonly abandon: () => Promise<void>;
}

/** Carries a request out once for its Idempotency-Key, or as often as it comes when it has none. */
export async function idempotently(
  { request, table, caller, now }: RequestState,
  how: {
    readonly execute: (run: Run | undefined) => Promise<ApiResponse>;
    readonly showMade: (made: Made) => Promise<ApiResponse>;
  },
): Promise<ApiResponse> {
  const begun = await begin(request, { table, userId: required(caller).userId, now });
  if (!begun) return how.execute(undefined);
  if ('replay' in begun) return begun.replay;
  if ('made' in begun) return how.showMade(begun.made);
  const response = await outcome(begun.run, how.execute);
  // What was done is done: an answer that cannot be kept (the key was first over, the table is busy) is given all the same.
  await begun.run.finish(response).catch((error: unknown) => {
    const problem = describedError(error);
    writeLine({ level: 'warn', message: 'answer not kept', requestId: request.id, problem });
  });
  return response;
}

/** A refusal is an answer too, and is replayed; a failure of the service frees the key. */
async function outcome(run: Run, execute: (run: Run) => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await execute(run);
  } catch (error) {
    const refusal = error instanceof Problems ? errorResponse(error, '') : undefined;
    if (refusal && refusal.status < 500) return refusal;
    await run.abandon().catch(() => undefined);
    throw error;
  }
}

/** A new run, the answer to replay, or what was made by a run that died before it could answer. */
type Begin = { readonly run: Run } | { readonly replay: ApiResponse } | { readonly made: Made };

const KEPT_SECONDS = 24 * 3600;
/** A function lives no longer: after that a silent run is dead and its key may be first over. */
const RUN_SECONDS = 30;
/** What fits the row of a key, with room for the rest of it (a row has 400 KB). */
const MAX_BYTES = 300_000;

interface Options {
  readonly table: Table;
  readonly userId: string;
  readonly now: Date;
}

/** @returns undefined when the request has no key. @throws Problems for a key that is invalid, reused or running. */
async function begin(request: ApiRequest, options: Options): Promise<Begin | undefined> {
  const given = request.headers['idempotency-key'];
  if (given === undefined || request.method !== 'POST') return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(given)) {
    throw problem('idempotency_key_invalid', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
  }
  const { table, userId, now } = options;
  const key = idempotencyKey(userId, digest(given));
  const claim = { table, key, seconds: Math.floor(now.getTime() / 1000) };
  const current = await currentKey('request-prints', now);
  const first = await claimKey(request, claim, current);
  if ('run' in first) return first;
  const other = await keyOfVersion('request-prints', versionOf(first.row), now);
  if (!other || other.version === current.version) return earlierOutcome(first.row, first.print);
  // The stage's secret was rotated between the two: the same request has the same print only under the same key.
  const again = await claimKey(request, claim, other);
  return 'run' in again ? again : earlierOutcome(again.row, again.print);
}

interface ClaimOptions {
  readonly table: Table;
  readonly key: Key;
  readonly seconds: number;
}

interface HeldKey {
  readonly row: Item | undefined;
  readonly print: string;
}

/** @returns a new run, or the row that stands at the key. */
async function claimKey(
  request: ApiRequest,
  { table, key, seconds }: ClaimOptions,
  secret: StageKey,
): Promise<{ readonly run: Run } | HeldKey> {
  const print = fingerprintOf(request, secret);
  const token = randomUUID();
  const row = { print, printVersion: secret.version, token, state: 'running', until: seconds + RUN_SECONDS };
  try {
    await table.commit([
      { put: { ...key, ...row, expires: seconds + KEPT_SECONDS }, condition: isFree(print, seconds) },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return { row: [...error.failed.values()][0], print };
  }
  return { run: runOf(table, key, token) };
}

/** Rows without it are of the first version. */
const versionOf = (row: Item | undefined): number => Number(row?.['printVersion'] ?? 1);

/** Nobody holds the key, its day is over, or the same request died while it ran. */
const isFree = (print: string, seconds: number): Condition => ({
  any: [
    rowMissing,
    { path: 'expires', is: '<', value: seconds },
    { all: [equal('state', 'running'), { path: 'until', is: '<', value: seconds }, equal('print', print)] },
  ],
});

function earlierOutcome(row: Item | undefined, print: string): Begin {
  if (row && row['print'] !== print) {
    throw problem('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  if (row?.['state'] === 'done') return { replay: JSON.parse(String(row['answer'])) as ApiResponse };
  if (row?.['state'] === 'made') return { made: JSON.parse(String(row['made'])) as Made };
  throw problem('idempotency_key_running', 'The first request with this Idempotency-Key is still running.');
}

function runOf(table: Table, key: Key, token: string): Run {
  const isOurs = isHeldBy(token);
  const isRunning = isHeldBy(token, 'running');
  const set = (state: string, name: string, value: unknown, condition = isOurs): Write => ({
    update: key,
    with: [
      { set: 'state', to: state },
      { set: name, to: JSON.stringify(value) },
    ],
    condition,
  });
  return {
    mark: (made) => (made ? set('made', 'made', made) : set('running', 'made', null)),
    async finish(response) {
      const kept = withoutSecrets(response);
      if (Buffer.byteLength(JSON.stringify(kept)) <= MAX_BYTES)
        await table.commit([set('done', 'answer', kept)]);
      else if (response.status >= 400) await this.abandon();
      else await ignoreIfMade(table.commit([set('done', 'answer', shortened(kept), isRunning)]));
    },
    async abandon() {
      await table.commit([{ delete: key, condition: isRunning }]);
    },
  };
}

/** The key still stands for this run, and in this state if one is named. */
const isHeldBy = (token: string, state?: string): Condition => ({
  all: [equal('token', token), ...(state === undefined ? [] : [equal('state', state)])],
});

/** A replay reads what was made again, which tells more than a shortened answer. */
const ignoreIfMade = (writing: Promise<unknown>): Promise<unknown> =>
  writing.catch((error: unknown) => {
    if (!(error instanceof ConditionsFailed)) throw error;
  });

/** What a replay says of a request that was carried out, when its answer was too large to keep. */
const shortened = ({ status, headers = {} }: ApiResponse): ApiResponse => ({
  status,
  headers,
  document: {
    jsonapi,
    meta: { detail: 'This request was carried out. Its answer was too large to be kept for a repetition.' },
  },
});

/** @returns the answer as it may be shown again. */
export function withoutSecrets({ secrets = [], ...response }: ApiResponse): ApiResponse {
  const document = JSON.stringify(response.document, (name, value) =>
    secrets.includes(name) ? undefined : value,
  );
  return { ...response, ...(response.document && { document: JSON.parse(document) as object }) };
}

/** With a key of the stage: a body can hold a password, which a bare digest would let anyone guess who reads the row. */
function fingerprintOf({ method, path, rawBody = '' }: ApiRequest, { bytes }: StageKey): string {
  return createHmac('sha256', bytes).update([method, path, rawBody].join('\n')).digest('hex');
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
