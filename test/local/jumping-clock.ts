/** The time of this machine, with jumps ahead where a test would otherwise wait. */
import { type Clock, systemClock } from '../../infra/local/host/clock.ts';

export interface JumpingClock extends Clock {
  jump(milliseconds: number): void;
}

export function jumpingClock(): JumpingClock {
  let ahead = 0;
  const pending = new Set<{ time: number; run: () => void; callOff: () => void }>();
  const arm = (time: number, run: () => void) => systemClock.at(time - ahead, run);
  return {
    now: () => Date.now() + ahead,
    at(time, action) {
      const run = () => {
        entry.callOff();
        pending.delete(entry);
        action();
      };
      const entry = { time, run, callOff: arm(time, () => run()) };
      pending.add(entry);
      return () => {
        entry.callOff();
        pending.delete(entry);
      };
    },
    jump(milliseconds) {
      ahead += milliseconds;
      for (const entry of [...pending]) {
        entry.callOff();
        entry.callOff = arm(entry.time, entry.run);
      }
    },
  };
}
