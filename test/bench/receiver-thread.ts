/** A receiver of webhooks in its own thread, so that the stage that is measured does not keep it waiting. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';

/** To the main thread: the port first, then each event that gets a response. */
export type Told =
  | { readonly port: number }
  | { readonly id: string; readonly type: string; readonly latencyMs: number };

const tell = (told: Told) => parentPort?.postMessage(told);

/** Requests to `/hang` get no response. */
const server = createServer(workerData, async (request, response) => {
  if (request.url === '/hang') return;
  const event = JSON.parse(await text(request)) as { id: string; type: string; created_at: string };
  response.writeHead(204).end();
  tell({ id: event.id, type: event.type, latencyMs: Date.now() - Date.parse(event.created_at) });
});
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));
