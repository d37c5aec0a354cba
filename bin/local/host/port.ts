/** An HTTP port on this machine that only this machine can reach. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';

export interface Port {
  readonly number: number;
  /** Sets the listener. Requests that arrive earlier wait for it. */
  serve(listener: RequestListener): void;
  /** Takes no new requests. @param graceMilliseconds how long requests under way may still take. */
  close(graceMilliseconds: number): Promise<void>;
}

/** Longer than clients keep an idle connection, so that the client closes it. */
const KEEP_ALIVE_MILLISECONDS = 120_000;

/** Longer URLs than those of API Gateway, so that the service rejects them. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** Allowed values of `Host`. A page in a browser can point another name here (DNS rebinding). */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * @param number 0 for any free port.
 * @param variable the environment variable that sets it, for error messages.
 * @throws RejectedSetting when the port cannot be opened.
 */
export function openPort(number: number, variable: string): Promise<Port> {
  const { promise: listener, resolve: serve } = Promise.withResolvers<RequestListener>();
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MILLISECONDS, maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => {
      if (request.headers.host?.match(LOOPBACK_HOST)) void listener.then((ready) => ready(request, response));
      else rejectHost(request, response);
    },
  );
  server.on('clientError', rejectMalformed);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(rejectedPort(error, number, variable)));
    server.listen(number, '127.0.0.1', () => {
      resolve({
        number: numberOf(server),
        serve,
        close: (graceMilliseconds) => close(server, graceMilliseconds),
      });
    });
  });
}

function numberOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function close(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const rejectHost: RequestListener = ({ headers }: IncomingMessage, response) => {
  const message = `The local stage responds to requests to localhost, 127.0.0.1 and [::1], not to ${headers.host ?? 'an unnamed host'}.`;
  response.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message }));
};

/** Requests with longer URLs and headers are not parsed, so that nothing else is known of them. */
function rejectMalformed({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || socket.writableEnded) return;
  if (code !== 'HPE_HEADER_OVERFLOW') return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  const detail = 'The URL and the headers must together be at most 1 MB.';
  const error = { status: '414', code: 'url_too_long', title: 'URL too long', detail };
  const body = JSON.stringify({ jsonapi: { version: '1.0' }, errors: [error] });
  const headers = `Content-Type: application/vnd.api+json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 414 URI Too Long\r\n${headers}\r\nConnection: close\r\n\r\n${body}`);
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program',
  EACCES: 'may not be opened by this user',
};

/** @internal Tested alone: which ports are forbidden depends on the machine and the user. */
export function rejectedPort(
  error: NodeJS.ErrnoException,
  number: number,
  variable: string,
): RejectedSetting {
  const reason = (error.code && reasons[error.code]) || `cannot be opened (${error.message})`;
  const other = number < 1024 ? number + 8000 : number > 60_000 ? number - 1000 : number + 1000;
  return new RejectedSetting(`Port ${number} ${reason}. Choose another one: ${variable}=${other} npm start`);
}

/** @returns a port that is free at the moment; another program may take it before the caller does. */
export async function freePort(): Promise<number> {
  const { number, close } = await openPort(0, 'PORT');
  await close(0);
  return number;
}
