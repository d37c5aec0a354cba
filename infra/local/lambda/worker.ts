/** Inside one execution environment: loads a function's bundle and runs one invocation at a time, frozen in between. */
import { openSync, writeSync } from 'node:fs';
import { setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { EnvironmentData, FromWorker, Invocation } from './execution-environment.ts';
import { writeConsoleAsJson } from './log-format.ts';

type Handler = (event: unknown, context: object) => unknown;

const data: EnvironmentData = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');
const say = (message: FromWorker) => port.postMessage(message);

let requestId: string | undefined;
takeOverOutput();
setDefaultCACertificates(data.trusted);
process.setSourceMapsEnabled(true);
const handler = await load();
say({ kind: 'ready' });
setImmediate(sleep);

/** As in a Lambda environment, nothing goes on after the answer: no timer, no promise left behind, no socket. */
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
    say({ kind: 'result', payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    say({ kind: 'error', payload: JSON.stringify(described(error)) });
  }
  // One turn of the event loop, so that sockets of finished requests go back to their pool.
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

/** A worker's own standard output travels through the event loop of the main thread, and would stop while this one is frozen. */
function takeOverOutput(): void {
  // The file is closed with the thread.
  const file = data.logFile === undefined ? undefined : openSync(data.logFile, 'a');
  const write = (chunk: Uint8Array | string) => {
    if (file === undefined) say({ kind: 'log', text: String(chunk) });
    else writeSync(file, String(chunk));
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
  // The text format, which no function of the app uses, is left as the console writes it.
  if (data.jsonLogLevel) writeConsoleAsJson({ level: data.jsonLogLevel, requestId: () => requestId, write });
}
