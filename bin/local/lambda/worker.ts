/** The thread of an execution environment: loads a bundle, runs invocations, and is frozen between them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { translatedPositions } from '../../../infra/bundle/translated-positions.ts';
import { writeConsoleAsJson } from './log-format.ts';
import type { FromWorker, Invocation, WorkerData } from './worker-messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const data: WorkerData = workerData;
const parent = parentOf();
const post = (message: FromWorker) => parent.postMessage(message);

/** The request id of the invocation that the code running now belongs to. */
const requestIds = new AsyncLocalStorage<string>();
let received = 0;
let underWay = 0;
/** The source maps of the bundle's files. Parsing one takes 50 ms. Its 9 MB for each thread are kept only while there is memory. */
const sourceMaps = new Map<string, WeakRef<SourceMap>>();
redirectOutput();
trustOnFirstConnection();
process.on('uncaughtExceptionMonitor', (error) => {
  error.stack = stackOf(error);
});
const handler = await load();
parent.on('message', receive);
// As on Lambda, an environment ends when its event loop runs empty while an invocation is under way.
parent.unref();
post({ kind: 'ready' });
setImmediate(freezeIfIdle);

/** As on Lambda, nothing runs between invocations: no timers, promises or sockets. */
function freezeIfIdle(): void {
  if (underWay > 0) return;
  // A debugger interrupts the wait to set its breakpoints.
  Atomics.wait(data.posted, 0, received);
  // Received without the event loop, which would first run timers of earlier invocations.
  const next = receiveMessageOnPort(parent);
  if (next) receive(next.message);
  else setImmediate(freezeIfIdle);
}

function receive(invocation: Invocation): void {
  received += 1;
  underWay += 1;
  void requestIds.run(invocation.requestId, run, invocation);
}

async function run(invocation: Invocation): Promise<void> {
  const { requestId } = invocation;
  try {
    const result = await handler(JSON.parse(invocation.payload), contextOf(invocation));
    post({ kind: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    post({ kind: 'error', requestId, payload: JSON.stringify(described(error)) });
  }
  underWay -= 1;
  // One turn of the event loop, so that sockets of finished requests return to their pool.
  setImmediate(freezeIfIdle);
}

function parentOf(): MessagePort {
  if (!parentPort) throw new Error('This file runs as a worker thread.');
  return parentPort;
}

async function load(): Promise<Handler> {
  const module: Record<string, unknown> = await import(pathToFileURL(data.bundle).href);
  const exported = module[data.exportName];
  if (typeof exported !== 'function') {
    throw new Error(`Runtime.HandlerNotFound: ${data.bundle} exports no function "${data.exportName}".`);
  }
  return (event, context) => exported(event, context);
}

function contextOf({ requestId, deadline }: Invocation): object {
  return {
    ...data.context,
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

/** Most functions make no TLS connection, and the certificates take 11 MB in each thread. */
function trustOnFirstConnection(): void {
  const { connect } = tls;
  // `connect` has several signatures, which stay as they are.
  tls.connect = ((...args: Parameters<typeof connect>) => {
    tls.connect = connect;
    tls.setDefaultCACertificates(data.trusted);
    return connect(...args);
  }) as typeof connect;
}

/** Replaces positions in the bundle by those in its sources. */
function translated(text: string): string {
  const folder = dirname(data.bundle);
  return translatedPositions(text, {
    mapOf: (file) => sourceMapOf(join(folder, `${file}.map`)),
    pathOf: (source) => join(folder, source),
  });
}

function sourceMapOf(path: string): SourceMap | undefined {
  if (!existsSync(path)) return undefined;
  const map = sourceMaps.get(path)?.deref() ?? new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  sourceMaps.set(path, new WeakRef(map));
  return map;
}

function described(error: unknown): object {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: stackOf(error).split('\n'),
  };
}

function stackOf({ stack }: Error): string {
  return translated(stack ?? '');
}

/** A worker's standard output is piped asynchronously, and would wait while the thread is frozen. */
function redirectOutput(): void {
  // Closed when the thread ends.
  const file = data.logFile === undefined ? undefined : openSync(data.logFile, 'a');
  const write = (chunk: Uint8Array | string) => {
    const text = translated(String(chunk));
    if (file === undefined) post({ kind: 'log', text });
    else writeSync(file, text);
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
  // In the text format, lines are as the console writes them.
  if (data.jsonLogLevel) {
    writeConsoleAsJson({ level: data.jsonLogLevel, requestId: () => requestIds.getStore(), write });
  }
}
