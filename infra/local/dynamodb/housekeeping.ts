/** What AWS does now and then: deletes expired items, lets go of old stream records. */
import type { Clock } from '../host/clock.ts';
import type { Mappings } from '../mappings/mappings.ts';
import type { Engine } from './engine.ts';
import type { EngineCall } from './engine-call.ts';
import { deleteExpired } from './expiry.ts';
import type { LiveTable } from './table.ts';

/** AWS takes up to a few days to delete what expired; readers must not rely on it. */
const EVERY_MILLISECONDS = 10 * 60_000;

interface Household {
  readonly tables: readonly LiveTable[];
  readonly engine: Engine;
  readonly call: EngineCall;
  readonly mappings: Mappings;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
}

/** A failed round is made good by the next one. @returns what stops it. */
export function keepHouse({ tables, engine, call, mappings, clock, warn }: Household): () => void {
  let callOff = () => {};
  const clean = async (table: LiveTable) => {
    const position = mappings.consumedUpTo(table);
    if (position) engine.forgetBefore(table.name, position, clock.now());
    await deleteExpired(call, table, clock.now());
  };
  const round = async () => {
    for (const table of tables) {
      await clean(table).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        warn(`Housekeeping of ${table.name} failed and is repeated in ten minutes: ${reason}`);
      });
    }
  };
  const wait = () => {
    callOff = clock.at(clock.now() + EVERY_MILLISECONDS, () => void round().then(wait));
  };
  wait();
  return () => callOff();
}
