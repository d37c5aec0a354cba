/** Two clients send the requests of each pair at the same time. They end as one after the other would. */
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../client.ts';
import { randomOf, type Soak } from '../soak.ts';
import { newOrganization } from '../traffic/users.ts';
import { type Pair, pairs } from './pair-list.ts';
import { newPairRelease, type PairRelease, stateOf } from './releases.ts';

const ROUNDS = 20;
/** The second request follows the first after at most this long. */
const MOST_DELAY_MS = 12;

type Clients = readonly [Client, Client];

/** @returns a sentence for each round that ended in another way than both orders. */
export async function pairFaults(soak: Soak): Promise<string[]> {
  const { client } = await newOrganization(soak, 9);
  const second = new Client(soak.stage.url, client.login, soak.figures);
  await Promise.all([client.signIn(), second.signIn()]);
  const faults: string[] = [];
  for (const each of pairs) faults.push(...(await tryPair(soak, each, [client, second])));
  return faults;
}

async function tryPair(soak: Soak, pair: Pair, clients: Clients): Promise<string[]> {
  const legal = new Set([await ordered(pair, clients, [0, 1]), await ordered(pair, clients, [1, 0])]);
  const random = randomOf(soak, 9000 + pairs.indexOf(pair));
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const release = await newPairRelease(clients[0], pair.isRequested);
    const first = random.happens(0.5) ? 0 : 1;
    const ended = await Promise.all(
      clients.map(async (client, index) => {
        if (index !== first) await wait(random.between(0, MOST_DELAY_MS));
        return statusOf(client, pair, { release, index });
      }),
    );
    const outcome = `${ended.join()}: ${await stateOf(clients[0], release)}`;
    soak.figures.count('rounds of pairs');
    if (!legal.has(outcome)) faults.push(`${pair.name}: ${outcome}. In order: ${[...legal].join(' or ')}`);
  }
  return faults;
}

async function ordered(pair: Pair, clients: Clients, order: readonly number[]): Promise<string> {
  const release = await newPairRelease(clients[0], pair.isRequested);
  const ended: string[] = [];
  for (const index of order) ended[index] = await statusOf(clients[0], pair, { release, index });
  return `${ended.join()}: ${await stateOf(clients[0], release)}`;
}

/** A record that another request has deleted is gone for a DELETE as well. */
async function statusOf(
  client: Client,
  { requests }: Pair,
  { release, index }: { readonly release: PairRelease; readonly index: number },
): Promise<string> {
  const made = requests[index]?.(release);
  if (!made) throw new Error('A pair has two requests.');
  const { status } = await client.ask({ ...made, hasKey: false });
  return String(status);
}
