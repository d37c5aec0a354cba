/**
 * HTTP/1.1 on kept connections to the engine of the table. With the HTTP handler of the SDK, a call takes twice the processor
 * time, and tests make a hundred thousand. Stages, test/loopback and test/table/kit/table/outage.test.ts use that handler.
 */
import { connect, type Socket } from 'node:net';
import { dynamo } from '../../shared/kit/table/client.ts';

interface EngineRequest {
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The SDK encodes it. */
  readonly body?: Uint8Array;
}

interface EngineResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/** Connections without a request under way, by address. */
const waiting = new Map<string, EngineConnection[]>();

/** Lets the client of the table call its engine over these connections, without a limit of time. */
export function connectDirectly(): void {
  Object.assign(dynamo().config, {
    requestHandler: {
      handle: async (request: EngineRequest) => ({ response: await responseTo(request) }),
      destroy: () => {},
      updateHttpClientConfig: () => {},
    },
  });
}

function responseTo(request: EngineRequest): Promise<EngineResponse> {
  const { hostname, port = 80 } = request;
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
  #received: readonly Buffer[] = [];
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

  send({ method, path, headers, body = new Uint8Array() }: EngineRequest): Promise<EngineResponse> {
    this.#request = Promise.withResolvers();
    [this.#received, this.#bytes, this.#head] = [[], 0, undefined];
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
    this.#socket.ref();
    this.#socket.write(Buffer.concat([head, body]), (error) => {
      if (error) this.#end(closed());
    });
    return this.#request.promise;
  }

  #receive(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#received = [...this.#received, bytes];
    this.#head ??= headIn(Buffer.concat(this.#received));
    if (!this.#head || this.#bytes < this.#head.end) return;
    const { start, end, statusCode, headers } = this.#head;
    const { buffer, byteOffset } = Buffer.concat(this.#received);
    this.#socket.unref();
    this.#idle.push(this);
    this.#request?.resolve({
      statusCode,
      headers,
      body: new Uint8Array(buffer, byteOffset + start, end - start),
    });
  }

  #end(error: Error): void {
    if (this.#idle.includes(this)) this.#idle.splice(this.#idle.indexOf(this), 1);
    this.#request?.reject(error);
  }
}

/** The SDK sends the request again. */
const closed = () => Object.assign(new Error('The engine closed the connection.'), { code: 'ECONNRESET' });

interface Head extends Omit<EngineResponse, 'body'> {
  /** Of the body. */
  readonly start: number;
  readonly end: number;
}

/** @returns undefined until it is complete. @throws Error when the body has no known length. */
function headIn(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [status = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = headers['content-length'];
  if (length === undefined) throw new Error('A response to connectDirectly must have a content-length.');
  const start = end + 4;
  return { statusCode: Number(status.split(' ')[1]), headers, start, end: start + Number(length) };
}
