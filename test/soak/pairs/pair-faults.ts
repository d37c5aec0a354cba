/** Two clients send the requests of each pair at the same time. They end as one after the other would. */
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../client.ts';
import { randomOf, type Soak } from '../soak.ts';
import { newOrganization } from '../traffic/users.ts';
import type { Pair } from './pair.ts';
import { pairs } from './pair-list.ts';
import { newPairRelease, type PairRelease, stateOf } from './releases.ts';
import { slowPairs } from './slow-pairs.ts';

const all = [...pairs, ...slowPairs];

type Clients = readonly [Client, Client];

/** @param only pairs whose names have this text. @returns a sentence for each round that ended in another way than both orders. */
export async function pairFaults(
  soak: Soak,
  { rounds, only }: { readonly rounds: number; readonly only: string },
): Promise<string[]> {
  const { client } = await newOrganization(soak, 9);
  const second = new Client(soak.stage.url, client.login, soak.figures);
  await Promise.all([client.signIn(), second.signIn()]);
  const faults: string[] = [];
  for (const each of all.filter(({ name }) => name.includes(only))) {
    const found = await tryPair(soak, each, { clients: [client, second], rounds });
    console.log(`${each.name}: ${found.length} of ${rounds} in another way`);
    faults.push(...found);
  }
  return faults;
}

interface Rounds {
  readonly clients: Clients;
  readonly rounds: number;
}

async function tryPair(soak: Soak, pair: Pair, { clients, rounds }: Rounds): Promise<string[]> {
  const legal = new Set([
    await ordered(soak, { pair, client: clients[0] }, [0, 1]),
    await ordered(soak, { pair, client: clients[0] }, [1, 0]),
  ]);
  const random = randomOf(soak, 9000 + all.indexOf(pair));
  const faults: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const release = await newPairRelease(soak, clients[0], pair.release);
    const first = random.happens(0.5) ? 0 : 1;
    const ended = await Promise.all(
      clients.map(async (client, index) => {
        if (index !== first) await wait(random.between(0, pair.mostDelayMs));
        return endOf(soak, { client, pair, release, index });
      }),
    );
    const outcome = `${ended.join()}: ${await stateOf(clients[0], release)}`;
    soak.figures.count('rounds of pairs');
    if (!legal.has(outcome)) faults.push(`${pair.name}: ${outcome}. In order: ${[...legal].join(' or ')}`);
  }
  return faults;
}

async function ordered(
  soak: Soak,
  { pair, client }: Pick<Ending, 'pair' | 'client'>,
  order: readonly number[],
): Promise<string> {
  const release = await newPairRelease(soak, client, pair.release);
  const ended: string[] = [];
  for (const index of order) ended[index] = await endOf(soak, { client, pair, release, index });
  return `${ended.join()}: ${await stateOf(client, release)}`;
}

interface Ending {
  readonly client: Client;
  readonly pair: Pair;
  readonly release: PairRelease;
  readonly index: number;
}

/** @returns the status of the request, or the codes with which the command was rejected. */
async function endOf({ operator }: Soak, { client, pair, release, index }: Ending): Promise<string> {
  const made = pair.steps[index]?.(release);
  if (!made) throw new Error('A pair has two steps.');
  if (!('line' in made)) return String((await client.ask({ ...made, hasKey: false })).status);
  const outcome = await operator.run(made.line, made.environment);
  return 'codes' in outcome ? outcome.codes.join('+') : 'done';
}
