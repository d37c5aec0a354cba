/** The lanes of a soak: each does one thing after another, all of them concurrently. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import { NoResponse } from '../client.ts';
import { randomOf, type Soak } from '../soak.ts';
import { CatalogueLane } from './catalogue.ts';
import { behaviors, DistributionLane } from './distribution.ts';
import { ReadingLane } from './reading.ts';
import { UsageLane } from './usage.ts';
import { newOrganization, UsersLane } from './users.ts';
import { WebhookLane } from './webhooks.ts';

interface Lane {
  readonly name: string;
  readonly step: () => Promise<void>;
  readonly random: SeededRandom;
  /** Milliseconds between two steps, on average. */
  readonly pause: number;
}

export interface Lanes {
  readonly all: readonly Lane[];
  readonly webhooks: readonly WebhookLane[];
}

const ORGANIZATIONS = 3;
const DSPS = ['1', '2', '3', '4', '6', '9'];

export async function openLanes(soak: Soak): Promise<Lanes> {
  const all: Lane[] = [];
  const webhooks: WebhookLane[] = [];
  // The first two are those of kills and settings.
  let number = 2;
  const add = (
    name: string,
    pause: number,
    make: (random: SeededRandom, lane: string) => Pick<Lane, 'step'>,
  ) => {
    number += 1;
    const random = randomOf(soak, number);
    const lane = make(random, number.toString(36).padStart(2, '0'));
    all.push({ name, step: () => lane.step(), random, pause });
    return lane;
  };
  for (let each = 1; each <= ORGANIZATIONS; each++) {
    const user = await newOrganization(soak, each);
    soak.model.users.push(user);
    const recording = add(
      'webhooks',
      1500,
      (random) => new WebhookLane(soak, { user, random }),
    ) as WebhookLane;
    webhooks.push(recording);
    await recording.openRecorder();
    for (let count = 0; count < 2; count++)
      add('catalogue', 120, (random, lane) => new CatalogueLane(soak, { user, random, lane }));
    for (let count = 0; count < 2; count++)
      add('distribution', 200, (random, lane) => {
        const catalogue = new CatalogueLane(soak, { user, random, lane });
        return new DistributionLane(soak, { user, random, catalogue });
      });
    add('reading', 100, (random) => new ReadingLane(soak, { user, random }));
    add('users', 2000, (random) => new UsersLane(soak, { user, random }));
  }
  add('usage', 300, (random) => new UsageLane(soak, random));
  add('stores', 2500, (random) => ({ step: () => actAsStore(soak, random) }));
  return { all, webhooks };
}

const listSchema = v.looseObject({ items: v.array(v.looseObject({ id: v.string() })) });

/** Changes how a store behaves, or reports for one. A store that has reported already rejects that. */
async function actAsStore({ operator }: Soak, random: SeededRandom): Promise<void> {
  if (random.happens(0.5)) {
    const { items } = v.parse(listSchema, await operator.must(['list-deliveries', '--limit', '10']));
    if (items.length === 0) return;
    await operator.run(['report-store', random.pick(items).id, random.pick(['completed', 'rejected'])]);
    return;
  }
  await operator.must(['set-store', random.pick(DSPS), random.pick(behaviors)]);
}

/** Until the traffic ends. */
export async function runLanes(soak: Soak, { all }: Lanes): Promise<void> {
  await Promise.all(all.map((lane) => runLane(soak, lane)));
}

async function runLane({ signal, faults }: Soak, { name, step, random, pause }: Lane): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const [, at = ''] = error.stack?.split('\n    at ') ?? [];
      faults.push(`${name}: ${error.message}${error instanceof NoResponse ? '' : ` (${at})`}`);
    }
    await wait(2 * pause * random.next(), undefined, { signal }).catch(() => {});
  }
}
