/** Idempotency-Key on POST: a repeated request with the same key and body gets the first response again. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { describedError, writeLine } from '../../platform/log.ts';
import { currentKey, keyOfVersion, type StageKey } from '../../platform/stage-secret/stage-secret.ts';
import type { ProblemTable } from '../declare/problem-definition.ts';
import { jsonapi } from '../jsonapi/types.ts';
import { attributesOf } from '../table/attributes.ts';
import { ConditionsFailed } from '../table/commit.ts';
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { idempotencyKey, type Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { Problems, problem } from '../values/problems.ts';
import { errorResponse } from './errors.ts';
import type { ApiRequest } from './request.ts';
import { type RequestState, required } from './request-state.ts';
import type { ApiResponse, Made } from './response.ts';

export interface Run {
  /** Added to the request's transaction: records under the key what the request created. */
  readonly mark: (made: Made | undefined) => Write;
  /** Stores the response for replays, without secrets. An error response that is too large frees the key instead. */
  readonly finish: (response: ApiResponse) => Promise<void>;
  /** Frees the key of a request that failed before writing anything. */
  readonly abandon: () => Promise<void>;
}

interface Execution {
  /** For error responses, which are stored like others. */
  readonly problems: ProblemTable;
  readonly execute: (run: Run | undefined) => Promise<ApiResponse>;
  readonly showMade: (made: Made) => Promise<ApiResponse>;
}

/** Executes a request at most once per Idempotency-Key; a request without a key is always executed. */
export async function idempotently(
  { request, table, caller, now }: RequestState,
  how: Execution,
): Promise<ApiResponse> {
  const begun = await begin(request, { table, userId: required(caller).userId, now });
  if (!begun) return how.execute(undefined);
  if ('replay' in begun) return begun.replay;
  if ('made' in begun) return how.showMade(begun.made);
  const response = await outcome(begun.run, how);
  // The request is done: return its response even when it cannot be stored (key taken over, table busy).
  await begun.run.finish(response).catch((error: unknown) => {
    const problem = describedError(error);
    writeLine({ level: 'warn', message: 'response not stored', requestId: request.id, problem });
  });
  return response;
}

/** Client errors (4xx) are stored and replayed like other responses; server errors free the key. */
async function outcome(run: Run, { execute, problems }: Execution): Promise<ApiResponse> {
  try {
    return await execute(run);
  } catch (error) {
    const rejection =
      error instanceof Problems ? errorResponse(error, { problems, requestId: '' }) : undefined;
    if (rejection && rejection.status < 500) return rejection;
    await run.abandon().catch(() => undefined);
    throw error;
  }
}

interface KeyRow {
  /** Fingerprint of the request, and the version of the key it was made with. */
  readonly print: string;
  readonly printVersion: number;
  /** Of the run that holds the key. */
  readonly token: string;
  readonly state: 'running' | 'made' | 'done';
  /** Epoch second at which a silent run is taken for dead. */
  readonly until: number;
  readonly expires: number;
  /** JSON of what was made, and of the response. */
  readonly made: string;
  readonly answer: string;
}

const at = attributesOf<KeyRow>();

/** A new run, the response to replay, or what was created by a run that died before it responded. */
type Begin = { readonly run: Run } | { readonly replay: ApiResponse } | { readonly made: Made };

const KEPT_SECONDS = 24 * 3600;
/** No function runs longer. A run that is still open after that is dead, and its key can be taken over. */
const RUN_SECONDS = 30;
/** Largest response stored in the row of a key (a row has at most 400 KB). */
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
  // The stage secret was rotated in between: compare fingerprints made with the key of the stored one.
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

/** @returns a new run, or the row that holds the key. */
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

/** Rows written before the secret had versions lack the attribute. */
const versionOf = (row: Item | undefined): number => Number(row?.['printVersion'] ?? 1);

/** The key is unused or expired, or an earlier run of the same request died. */
const isFree = (print: string, seconds: number): Condition => ({
  any: [
    rowMissing,
    { path: at('expires'), is: '<', value: seconds },
    {
      all: [
        equal(at('state'), 'running'),
        { path: at('until'), is: '<', value: seconds },
        equal(at('print'), print),
      ],
    },
  ],
});

function earlierOutcome(row: Item | undefined, print: string): Begin {
  if (row && row['print'] !== print) {
    throw problem('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  if (row?.['state'] === 'done') return { replay: JSON.parse(String(row['answer'])) as ApiResponse };
  if (row?.['state'] === 'made') return { made: JSON.parse(String(row['made'])) as Made };
  throw problem(
    'idempotency_key_running',
    'The first request with this Idempotency-Key is still in progress.',
  );
}

function runOf(table: Table, key: Key, token: string): Run {
  const isOurs = isHeldBy(token);
  const isRunning = isHeldBy(token, 'running');
  const set = (
    state: KeyRow['state'],
    name: 'made' | 'answer',
    value: unknown,
    condition = isOurs,
  ): Write => ({
    update: key,
    with: [
      { set: at('state'), to: state },
      { set: at(name), to: JSON.stringify(value) },
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

/** The key still belongs to this run, in this state if one is given. */
const isHeldBy = (token: string, state?: string): Condition => ({
  all: [equal(at('token'), token), ...(state === undefined ? [] : [equal(at('state'), state)])],
});

/** If the key already records what was created, replays show those records instead of a shortened response. */
const ignoreIfMade = (writing: Promise<unknown>): Promise<unknown> =>
  writing.catch((error: unknown) => {
    if (!(error instanceof ConditionsFailed)) throw error;
  });

/** Stored in place of a response that is too large. */
const shortened = ({ status, headers = {} }: ApiResponse): ApiResponse => ({
  status,
  headers,
  document: {
    jsonapi,
    meta: { detail: 'This request was completed. Its response was too large to store for replays.' },
  },
});

/** @returns the response without the attributes that are shown only once. */
function withoutSecrets({ secrets = [], ...response }: ApiResponse): ApiResponse {
  const document = JSON.stringify(response.document, (name, value) =>
    secrets.includes(name) ? undefined : value,
  );
  return { ...response, ...(response.document && { document: JSON.parse(document) as object }) };
}

/** Keyed hash: the body may contain a password, and a plain hash could be brute-forced from the table. */
function fingerprintOf({ method, path, rawBody = '' }: ApiRequest, { bytes }: StageKey): string {
  return createHmac('sha256', bytes).update([method, path, rawBody].join('\n')).digest('hex');
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
