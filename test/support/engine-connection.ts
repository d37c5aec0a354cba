/**
 * HTTP/1.1 on kept connections to the engine of the table. With the HTTP handler of the SDK, a call takes twice the processor
 * time, and tests make a million.
 */
import { connect, type Socket } from 'node:net';

export interface EngineRequest {
  readonly hostname: string;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EngineResponse {
  readonly statusCode: number;
  readonly text: string;
}

/** Connections without a request under way, by address. */
const waiting = new Map<string, EngineConnection[]>();

/** Sends a request, without a limit of time. */
export function responseTo(request: EngineRequest): Promise<EngineResponse> {
  const { hostname, port } = request;
  const address = `${hostname}:${port}`;
  const idle = waiting.get(address) ?? [];
  waiting.set(address, idle);
  const connection =
    idle.pop() ?? new EngineConnection(connect({ host: hostname, port, noDelay: true }), idle);
  return connection.send(request);
}

class EngineConnection {
  readonly #socket: Socket;
  readonly #idle: EngineConnection[];
  #request: PromiseWithResolvers<EngineResponse> | undefined;
  #received: Buffer[] = [];
  #bytes = 0;
  /** Of the response that is being received. */
  #head: Head | undefined;

  /** @param idle takes the connection after each response. */
  constructor(socket: Socket, idle: EngineConnection[]) {
    this.#socket = socket;
    this.#idle = idle;
    socket.on('error', (error) => this.#end(error)).on('close', () => this.#end(closed()));
    socket.on('data', (bytes) => {
      try {
        this.#receive(bytes);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
  }

  send({ headers, body }: EngineRequest): Promise<EngineResponse> {
    this.#request = Promise.withResolvers();
    [this.#received, this.#bytes, this.#head] = [[], 0, undefined];
    let head = `POST / HTTP/1.1\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
    this.#socket.ref();
    this.#socket.write(`${head}\r\n${body}`, (error) => {
      if (error) this.#end(closed());
    });
    return this.#request.promise;
  }

  #receive(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#received.push(bytes);
    this.#head ??= headIn(joined(this.#received));
    if (!this.#head || this.#bytes < this.#head.end) return;
    const { start, end, statusCode } = this.#head;
    const text = joined(this.#received).toString('utf8', start, end);
    this.#socket.unref();
    this.#idle.push(this);
    this.#request?.resolve({ statusCode, text });
  }

  #end(error: Error): void {
    if (this.#idle.includes(this)) this.#idle.splice(this.#idle.indexOf(this), 1);
    this.#request?.reject(error);
  }
}

/** Nearly all responses are received together. */
const joined = (received: readonly Buffer[]): Buffer => {
  const [first] = received;
  return first && received.length === 1 ? first : Buffer.concat(received);
};

/** The SDK sends the request again. */
const closed = () => Object.assign(new Error('The engine closed the connection.'), { code: 'ECONNRESET' });

interface Head {
  readonly statusCode: number;
  /** Of the body. */
  readonly start: number;
  readonly end: number;
}

/** @returns undefined until it is complete. @throws Error when the body has no known length. */
function headIn(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = bytes.toString('latin1', 0, end);
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text) ?? [];
  if (length === undefined) throw new Error('A response to connectDirectly must have a content-length.');
  const start = end + 4;
  return { statusCode: Number(text.split(' ', 2)[1]), start, end: start + Number(length) };
}
