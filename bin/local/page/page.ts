/** The page at /_local: what the stage does, and buttons to redrive dead letters. It precedes the API. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../dynamodb/engine.ts';
import type { Clock } from '../host/clock.ts';
import { requestPath } from '../host/request-path.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Observe } from '../observed/observation.ts';
import type { Queues } from '../sqs/queues.ts';
import { storeReader } from '../store/store-view.ts';
import type { Plan } from '../template/plan.ts';
import { mayPress, mayRead, protection } from './admission.ts';
import { deadLetterQueues, redrive } from './dead-letters.ts';
import { Recorder } from './recorder.ts';
import { Revision } from './revision.ts';
import { type FunctionOf, functionsOn, shortNameOn, stateOf } from './state.ts';
import { type TableView, tableReader } from './table-view.ts';

const PATH = '/_local';
/** The function that serves the documentation. */
const DOCUMENTATION = 'documentation';
/** How long a request for a later state waits. Queues change without it, as messages become visible. */
const WAIT_MILLISECONDS = 10_000;

const files = new Map([
  [PATH, { name: 'page.html', type: 'text/html; charset=utf-8' }],
  [`${PATH}/page.css`, { name: 'page.css', type: 'text/css; charset=utf-8' }],
  [`${PATH}/page.js`, { name: 'page.js', type: 'text/javascript; charset=utf-8' }],
  [`${PATH}/filter.js`, { name: 'filter.js', type: 'text/javascript; charset=utf-8' }],
  [`${PATH}/store`, { name: 'store.html', type: 'text/html; charset=utf-8' }],
  [`${PATH}/store.js`, { name: 'store.js', type: 'text/javascript; charset=utf-8' }],
]);

interface PageServices {
  readonly plan: Plan;
  readonly state: State;
  readonly engine: Pick<Engine, 'call'>;
  readonly runtime: Runtime;
  readonly queues: Queues;
  /** Of the store of this machine. */
  readonly storeFolder: string;
}

type Respond = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void> | void;

/** @returns the recorder's `observe`, and the listener of a stage, once its services run. */
export function openPage(plan: Plan, clock: Clock) {
  const revision = new Revision();
  const shortName = shortNameOn(plan);
  const recorder = new Recorder({ clock, shortName, onChange: revision.grow });
  const functionOf = functionsOn(plan, shortName);
  return {
    observe: recorder.observe,
    /** @param api gets all other requests. */
    listener(services: PageServices, api: RequestListener): RequestListener {
      const respond = pageOf(services, { recorder, revision, shortName, functionOf });
      return (request, response) => {
        const path = requestPath(request);
        if (path !== PATH && !path.startsWith(`${PATH}/`)) {
          // Each page of the documentation loads many files, which would displace the requests to the API.
          if (functionOf(path) !== DOCUMENTATION)
            observeResponse({ request, response, path }, { clock, observe: recorder.observe });
          return api(request, response);
        }
        void Promise.resolve(respond(request, response, path)).catch(() =>
          send(response, 500, { message: 'The page failed.' }),
        );
      };
    },
    /** Ends waiting requests. */
    end: () => revision.end(),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
}

function observeResponse(
  { request, response, path }: Exchange,
  { clock, observe }: { clock: Clock; observe: Observe },
): void {
  const startedAt = clock.now();
  response.once('close', () =>
    observe({
      is: 'responded',
      method: request.method ?? '',
      path,
      status: response.writableFinished ? response.statusCode : undefined,
      startedAt,
      milliseconds: clock.now() - startedAt,
    }),
  );
}

interface Recording {
  readonly recorder: Recorder;
  readonly revision: Revision;
  readonly shortName: (name: string) => string;
  readonly functionOf: FunctionOf;
}

function pageOf(services: PageServices, { recorder, revision, shortName, functionOf }: Recording): Respond {
  const { plan, engine, queues, storeFolder } = services;
  const readStore = storeReader(storeFolder);
  const deadLetters = deadLetterQueues(plan, queues);
  const read = sharedReads(tableReader(plan, engine.call));
  const documentOf = stateOf({ plan, queues, deadLetters, recorder, shortName, functionOf });
  const running = new Set<string>();

  const sendState: Respond = async (request, response) => {
    const after = Number(new URLSearchParams(request.url?.split('?')[1]).get('after') ?? 0);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await revision.above(after, WAIT_MILLISECONDS, gone.signal);
    if (gone.signal.aborted) return;
    // The stage ends once its connections are closed.
    if (revision.hasEnded) response.setHeader('connection', 'close');
    const { number } = revision;
    send(response, 200, documentOf(number, await read()));
  };

  const redriveQueue: Respond = async (_request, response, path) => {
    const name = path.slice(`${PATH}/redrive/`.length);
    const deadLetterQueue = deadLetters.find(({ queue }) => shortName(queue.name) === name);
    if (!deadLetterQueue) return send(response, 404, { message: 'There is no such dead-letter queue.' });
    if (running.has(name)) return send(response, 409, { message: 'It is already being redriven.' });
    running.add(name);
    try {
      send(response, 200, { message: await redrive(deadLetterQueue, services) });
    } catch (error) {
      send(response, 500, { message: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(name);
      revision.grow();
    }
  };

  const sendStore = async (response: ServerResponse) =>
    send(response, 200, { folder: storeFolder, ...(await readStore()) });

  return (request, response, path) => {
    // Bodies are not used.
    request.resume();
    const isRedrive = path.startsWith(`${PATH}/redrive/`);
    const allowed: readonly (string | undefined)[] = isRedrive ? ['POST'] : ['GET', 'HEAD'];
    if (!allowed.includes(request.method)) {
      response.setHeader('allow', allowed.join(', '));
      return send(response, 405, { message: `Use ${allowed.join(', ')}.` });
    }
    if (!(isRedrive ? mayPress(request) : mayRead(request)))
      return send(response, 403, { message: 'Only the page itself may do this.' });
    if (isRedrive) return redriveQueue(request, response, path);
    if (path === `${PATH}/state`) return sendState(request, response, path);
    if (path === `${PATH}/store/state`) return sendStore(response);
    return sendFile(response, path);
  };
}

const GAP_MILLISECONDS = 400;

/** Reads once for all who ask at the same time, with a gap between reads. A failed read shows the last. */
function sharedReads(read: () => Promise<TableView>): () => Promise<TableView> {
  let last: TableView = { due: [], hasMoreDue: false, stores: [] };
  let next: Promise<TableView> | undefined;
  let readyAt = 0;
  const readNext = async () => {
    await wait(Math.max(0, readyAt - performance.now()));
    // Later callers need what is written from here on.
    next = undefined;
    readyAt = performance.now() + GAP_MILLISECONDS;
    last = await read().catch(() => last);
    return last;
  };
  return () => {
    next ??= readNext();
    return next;
  };
}

function sendFile(response: ServerResponse, path: string): void {
  const file = files.get(path);
  if (!file) {
    send(response, 404, { message: 'The page has no such part.' });
    return;
  }
  const content = readFileSync(join(import.meta.dirname, 'browser', file.name));
  response.writeHead(200, { ...protection, 'content-type': file.type, 'content-length': content.length });
  response.end(content);
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  const content = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...protection,
    'content-type': 'application/json',
    'content-length': content.length,
  });
  response.end(content);
}
