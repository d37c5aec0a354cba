/** A queue and a bus with just enough of the AWS protocols for the SDK, with the test's clock and faults. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface QueuedMessage {
  readonly body: string;
  /** The last part of the queue's address; BUS for an event. */
  readonly queue?: string;
  readonly group: string | undefined;
  /** Epoch milliseconds. */
  visibleAt: number;
  receives: number;
}

export interface Wire {
  readonly url: string;
  readonly messages: QueuedMessage[];
  /** While set, every call is rejected. */
  isDown: boolean;
  /** Called after each successful call; an error it throws becomes the response. */
  onDone: () => void;
  stop(): void;
}

interface SentEntry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MessageGroupId?: string;
}

interface BusEntry {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
}

/** The queue of messages that are events. */
export const BUS = 'bus';

export async function startWire(now: () => Date): Promise<Wire> {
  const messages: QueuedMessage[] = [];
  const enqueue = (
    body: string,
    { queue, delaySeconds = 0, group }: { queue: string; delaySeconds?: number; group?: string },
  ) => messages.push({ body, queue, group, visibleAt: now().getTime() + delaySeconds * 1000, receives: 0 });
  const operations: Record<string, (input: { Entries: never[]; QueueUrl: string }) => object> = {
    SendMessageBatch: ({ Entries, QueueUrl }: { Entries: SentEntry[]; QueueUrl: string }) => ({
      Failed: [],
      Successful: Entries.map(({ Id, MessageBody, DelaySeconds, MessageGroupId }) => {
        enqueue(MessageBody, {
          queue: QueueUrl.split('/').at(-1) ?? '',
          ...(DelaySeconds !== undefined && { delaySeconds: DelaySeconds }),
          ...(MessageGroupId !== undefined && { group: MessageGroupId }),
        });
        const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
        return { Id, MessageId: Id, MD5OfMessageBody };
      }),
    }),
    GetQueueAttributes: ({ QueueUrl }) => {
      const queued = messages.filter(({ queue }) => queue === QueueUrl.split('/').at(-1));
      const visible = queued.filter(({ visibleAt }) => visibleAt <= now().getTime()).length;
      return {
        Attributes: {
          ApproximateNumberOfMessages: String(visible),
          ApproximateNumberOfMessagesNotVisible: '0',
          ApproximateNumberOfMessagesDelayed: String(queued.length - visible),
        },
      };
    },
    // Queues of dead letters are empty.
    ReceiveMessage: () => ({ Messages: [] }),
    // The rule of the stage sends every event to the queue, in EventBridge's envelope.
    PutEvents: ({ Entries }: { Entries: BusEntry[] }) => ({
      FailedEntryCount: 0,
      Entries: Entries.map(({ Source, DetailType, Detail }, index) => {
        enqueue(envelope(Source, DetailType, JSON.parse(Detail)), { queue: BUS });
        return { EventId: String(index) };
      }),
    }),
  };
  const wire: Wire = { url: '', messages, isDown: false, onDone: () => {}, stop: () => server.close() };
  const server = createServer(async (request, response) => {
    const name = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(await text(request));
    const respond = (status: number, body: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
    try {
      if (wire.isDown) throw new Error('The service is down.');
      const output = operations[name]?.(input);
      wire.onDone();
      respond(200, output);
    } catch (error) {
      // The SDK does not retry this code.
      respond(400, { __type: 'AccessDeniedException', message: String(error) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(wire, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

export const envelope = (source: string, detailType: string, detail: object): string =>
  JSON.stringify({ version: '0', source, 'detail-type': detailType, resources: [], detail });
