/** The thread of an execution environment: loads a function's bundle, and runs one invocation at a time, frozen in between. */
import { openSync, writeSync } from 'node:fs';
import { setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { writeConsoleAsJson } from './log-format.ts';
import type { FromWorker, Invocation, WorkerData } from './worker-messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const data: WorkerData = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const post = (message: FromWorker) => port.postMessage(message);

let requestId: string | undefined;
redirectOutput();
setDefaultCACertificates(data.trusted);
process.setSourceMapsEnabled(true);
const handler = await load();
post({ kind: 'ready' });
setImmediate(sleep);

/** As on Lambda, nothing runs between invocations: no timers, promises or sockets. */
function sleep(): void {
  Atomics.wait(data.wakeUp, 0, 0);
  Atomics.store(data.wakeUp, 0, 0);
  const received = port && receiveMessageOnPort(port);
  if (received) void run(received.message);
  else setImmediate(sleep);
}

async function run(invocation: Invocation): Promise<void> {
  requestId = invocation.requestId;
  try {
    const result = await handler(JSON.parse(invocation.payload), contextOf(invocation));
    post({ kind: 'result', payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    post({ kind: 'error', payload: JSON.stringify(described(error)) });
  }
  // One turn of the event loop, so that sockets of finished requests return to their pool.
  setImmediate(sleep);
}

async function load(): Promise<Handler> {
  const module: Record<string, unknown> = await import(pathToFileURL(data.bundle).href);
  const found = module[data.exportName];
  if (typeof found !== 'function') {
    throw new Error(`Runtime.HandlerNotFound: ${data.bundle} exports no function "${data.exportName}".`);
  }
  return (event, context) => found(event, context);
}

function contextOf({ requestId, deadline }: Invocation): object {
  return {
    ...data.context,
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function described(error: unknown): object {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

/** A worker's standard output is piped to the main thread asynchronously, and would be held back while the thread is frozen. */
function redirectOutput(): void {
  // Closed when the thread ends.
  const file = data.logFile === undefined ? undefined : openSync(data.logFile, 'a');
  const write = (chunk: Uint8Array | string) => {
    if (file === undefined) post({ kind: 'log', text: String(chunk) });
    else writeSync(file, String(chunk));
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
  // In the text format, lines are as the console writes them.
  if (data.jsonLogLevel) writeConsoleAsJson({ level: data.jsonLogLevel, requestId: () => requestId, write });
}
