/** An HTTP client for the engine, over plain sockets. That of the SDK takes half of the CPU time of a call. */
import { connect, type Socket } from 'node:net';
import { dynamo } from '../../shared/kit/table/client.ts';

/** As the SDK sends it, with its length among the headers. */
interface Sent {
  readonly hostname: string;
  readonly port?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

interface Received {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends what goes to the engine over plain sockets, and the rest as before. @returns what closes the sockets. */
export function useEngineClient(url: string): () => void {
  const engine = new URL(url);
  const { config } = dynamo();
  const others = config.requestHandler;
  const free: Connection[] = [];
  const handle: typeof others.handle = async (request, options) => {
    const sent = request as Sent;
    if (sent.hostname !== engine.hostname || String(sent.port) !== engine.port)
      return others.handle(request, options);
    let connection = free.pop();
    while (connection?.isClosed) connection = free.pop();
    connection ??= new Connection(connect(Number(engine.port), engine.hostname));
    const response = await connection.send(sent);
    free.push(connection);
    return { response } as unknown as ReturnType<typeof others.handle>;
  };
  config.requestHandler = { ...others, handle };
  return () => {
    for (const connection of free) connection.end();
  };
}

/** One request at a time. */
class Connection {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: PromiseWithResolvers<Received> | undefined;

  constructor(socket: Socket) {
    this.#socket = socket.setNoDelay();
    socket.on('data', (bytes: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
      const response = responseIn(this.#bytes);
      if (response) this.#waiting?.resolve(response);
    });
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The engine closed the connection.')));
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  send({ headers, body }: Sent): Promise<Received> {
    this.#bytes = Buffer.alloc(0);
    this.#waiting = Promise.withResolvers();
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`POST / HTTP/1.1\r\n${fields.join('')}\r\n${Buffer.from(body).toString()}`);
    return this.#waiting.promise;
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** The engine sends the length of every response. @returns undefined until all of one is there. */
function responseIn(bytes: Buffer): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [status = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    fields
      .map((field) => field.split(/: */, 2))
      .map(([name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const body = bytes.subarray(end + 4);
  return body.length < Number(headers['content-length'])
    ? undefined
    : { statusCode: Number(status.split(' ')[1]), headers, body };
}
