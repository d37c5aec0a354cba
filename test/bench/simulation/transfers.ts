/** Whether connected stores that hang delay the transfers to another one. */
import { type StageConfig, stageConfig } from '../../../infra/stages/stage-config.ts';
import { type Beside, besideSlowWork } from './slots.ts';

/** How long a store may stay silent, after which the attempt fails. */
const HANGING_MS = 30_000;

/** Attempts at each store that hangs, all due at the beginning: more than retries would ever make. */
const ATTEMPTS = 100;

/** @param stores that accept connections and then say nothing. @returns how long transfers to another store take. */
export const besideHangingStores = (stage: Pick<StageConfig, 'concurrency'>, stores: number): Beside =>
  besideSlowWork(stage, {
    ...{ queue: 'Transfer', hasSlowSlots: true, slowAfterMs: HANGING_MS, slowMs: HANGING_MS + 1 },
    slow: stores > 0 ? ATTEMPTS : 0,
    owners: stores,
  });

/** Prints what the simulation finds. */
export function simulateTransfers(): void {
  const stages = [stageConfig('prod', {}, { alarmEmail: 'a@example.com' }), stageConfig('dev', {})];
  console.log(
    '\nSimulation of transfers: a release for one store, from its package to the end of its transfer',
  );
  console.table(
    stages.flatMap((stage) =>
      [0, 1, 5].map((stores) => {
        const { medianMs, p99Ms, slowInFlight } = besideHangingStores(stage, stores);
        const alone = besideHangingStores(stage, 0);
        return {
          stage: `${stage.name}, ${stage.concurrency.Transfer} transfers`,
          'hanging stores': stores,
          'median ms': Math.round(medianMs),
          'p99 ms': Math.round(p99Ms),
          'of alone': Number((medianMs / alone.medianMs).toFixed(2)),
          'in flight to a hanging one': slowInFlight,
        };
      }),
    ),
  );
}
