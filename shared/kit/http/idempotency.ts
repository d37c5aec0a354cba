/** Idempotency-Key on POST. Repeating a request with the same key and body returns the first response. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { describedError, writeLine } from '../../platform/log.ts';
import { currentKey, keyOfVersion, type StageKey } from '../../platform/stage-secret/stage-secret.ts';
import type { ProblemTable } from '../declare/problem-definition.ts';
import { jsonapi } from '../jsonapi/types.ts';
import { attributesOf } from '../table/attributes.ts';
import { failedConditions } from '../table/commit.ts';
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { idempotencyKey, type Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { Problems, problem } from '../values/problems.ts';
import { required } from '../values/required.ts';
import { errorResponse } from './errors.ts';
import type { ApiRequest } from './request.ts';
import type { RequestState } from './request-state.ts';
import type { ApiResponse, CreatedRecords } from './response.ts';

export interface Run {
  /** A write for the request's transaction that records what the request created. */
  readonly mark: (created: CreatedRecords | undefined) => Write;
  /** Stores the response for replays, without secrets. Frees the key if an error response is too large. */
  readonly finish: (response: ApiResponse) => Promise<void>;
  /** Frees the key of a request that failed before writing anything. */
  readonly abandon: () => Promise<void>;
}

interface Execution {
  /** Definitions for error responses, which are stored too. */
  readonly problems: ProblemTable;
  readonly execute: (run: Run | undefined) => Promise<ApiResponse>;
  /** Shows what an earlier run of the request created before it died. */
  readonly showCreated: (created: CreatedRecords) => Promise<ApiResponse>;
}

/** Executes a request at most once per Idempotency-Key. Requests without a key are always executed. */
export async function idempotently(
  { request, table, caller, now }: RequestState,
  how: Execution,
): Promise<ApiResponse> {
  const begun = await begin(request, {
    table,
    userId: required(caller, 'The route needs a caller.').userId,
    now,
  });
  if (!begun) return how.execute(undefined);
  if ('replay' in begun) return begun.replay;
  if ('created' in begun) return how.showCreated(begun.created);
  const response = await outcome(begun.run, how);
  // The request was executed. Return its response even if it cannot be stored (key taken over, table busy).
  await begun.run.finish(response).catch((error: unknown) => {
    const problem = describedError(error);
    writeLine({ level: 'warn', message: 'response not stored', requestId: request.id, problem });
  });
  return response;
}

/** Client errors (4xx) are stored and replayed. Server errors free the key. */
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
  /** HMAC of the request. `printVersion` is the version of the stage secret it uses. */
  readonly print: string;
  readonly printVersion: number;
  /** Identifies the run that holds the key. */
  readonly token: string;
  readonly state: 'running' | 'made' | 'done';
  /** Epoch second after which an unfinished run is considered dead. */
  readonly until: number;
  readonly expires: number;
  /** JSON of `CreatedRecords`. */
  readonly made: string;
  /** JSON of the response. */
  readonly answer: string;
}

const at = attributesOf<KeyRow>();

/** A new run, a response to replay, or the records created by a run that died before responding. */
type Begin = { readonly run: Run } | { readonly replay: ApiResponse } | { readonly created: CreatedRecords };

const KEPT_SECONDS = 24 * 3600;
/** Longer than the timeout of any API function. Older runs are dead, and their keys can be taken over. */
const RUN_SECONDS = 30;
/** Largest stored response. DynamoDB limits items to 400 KB. */
const MAX_BYTES = 300_000;

/** @returns undefined without a key. @throws Problems if the key is invalid, reused or still running. */
async function begin(
  request: ApiRequest,
  { table, userId, now }: { table: Table; userId: string; now: Date },
): Promise<Begin | undefined> {
  const sentKey = request.headers['idempotency-key'];
  if (sentKey === undefined || request.method !== 'POST') return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(sentKey)) {
    throw problem('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  const key = idempotencyKey(userId, digest(sentKey));
  const claim = { table, key, seconds: Math.floor(now.getTime() / 1000) };
  const current = await currentKey('request-prints', now);
  const first = await claimKey(request, claim, current);
  if ('run' in first) return first;
  const other = await keyOfVersion('request-prints', Number(first.row?.['printVersion']), now);
  if (!other || other.version === current.version) return earlierOutcome(first.row, first.print);
  // The stage secret was rotated since the first request. Compare fingerprints made with the older key.
  const again = await claimKey(request, claim, other);
  return 'run' in again ? again : earlierOutcome(again.row, again.print);
}

/** @returns a new run, or the existing row of the key. */
async function claimKey(
  request: ApiRequest,
  { table, key, seconds }: { table: Table; key: Key; seconds: number },
  secret: StageKey,
): Promise<{ run: Run } | { row: Item | undefined; print: string }> {
  const print = fingerprintOf(request, secret);
  const token = randomUUID();
  const row = { print, printVersion: secret.version, token, state: 'running', until: seconds + RUN_SECONDS };
  const put = { ...key, ...row, expires: seconds + KEPT_SECONDS };
  const failed = await failedConditions(table.commit([{ put, condition: isFree(print, seconds) }]));
  return failed ? { row: [...failed.values()][0], print } : { run: runOf(table, key, token) };
}

/** Checks that the key is unused or expired, or that an earlier run of the same request died. */
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
  if (row?.['state'] === 'made') return { created: JSON.parse(String(row['made'])) as CreatedRecords };
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
    mark: (created) => (created ? set('made', 'made', created) : set('running', 'made', null)),
    async finish(response) {
      const stored = withoutSecrets(response);
      if (Buffer.byteLength(JSON.stringify(stored)) <= MAX_BYTES)
        await table.commit([set('done', 'answer', stored)]);
      else if (response.status >= 400) await this.abandon();
      // If the run has recorded what it created, replays show those records instead of this response.
      else await failedConditions(table.commit([set('done', 'answer', shortened(stored), isRunning)]));
    },
    async abandon() {
      await table.commit([{ delete: key, condition: isRunning }]);
    },
  };
}

/**
 * For a stored response that shows a record which must not be shown as it was. Replays then show what was created as it is.
 * @returns the write, if the request has created the record.
 */
export function ownCreated(row: Item, { type, id }: { readonly type: string; readonly id: string }): Write[] {
  const created: CreatedRecords | null = row['made'] === undefined ? null : JSON.parse(String(row['made']));
  if (row['state'] !== 'done' || created?.type !== type || !created.ids.includes(id)) return [];
  const key = { pk: String(row['pk']), sk: String(row['sk']) };
  const condition = equal(at('token'), String(row['token']));
  return [{ update: key, with: [{ set: at('state'), to: 'made' }, { remove: at('answer') }], condition }];
}

/** Checks that the run still holds the key. */
const isHeldBy = (token: string, state?: string): Condition => ({
  all: [equal(at('token'), token), ...(state === undefined ? [] : [equal(at('state'), state)])],
});

/** Stored if the response is too large. */
const shortened = ({ status, headers = {} }: ApiResponse): ApiResponse => ({
  status,
  headers,
  document: {
    jsonapi,
    meta: { detail: 'The request was completed. Its response was too large to store for replays.' },
  },
});

function withoutSecrets({ secrets = [], ...response }: ApiResponse): ApiResponse {
  const document = JSON.stringify(response.document, (name, value) =>
    secrets.includes(name) ? undefined : value,
  );
  return { ...response, ...(response.document && { document: JSON.parse(document) as object }) };
}

/** Keyed, because the body may contain a password that could be brute-forced from a plain hash. */
function fingerprintOf({ method, path, rawBody = '' }: ApiRequest, { bytes }: StageKey): string {
  return createHmac('sha256', bytes).update([method, path, rawBody].join('\n')).digest('hex');
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
