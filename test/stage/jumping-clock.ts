/** A clock that runs with the system's, and that tests can set forward instead of waiting. */
import { type Clock, systemClock } from '../../bin/local/host/clock.ts';

export interface JumpingClock extends Clock {
  jump(milliseconds: number): void;
}

export function jumpingClock(): JumpingClock {
  let ahead = 0;
  const pending = new Set<{ time: number; run: () => void; cancel: () => void }>();
  const arm = (time: number, run: () => void) => systemClock.at(time - ahead, run);
  return {
    now: () => Date.now() + ahead,
    at(time, action) {
      const run = () => {
        entry.cancel();
        pending.delete(entry);
        action();
      };
      const entry = { time, run, cancel: arm(time, () => run()) };
      pending.add(entry);
      return () => {
        entry.cancel();
        pending.delete(entry);
      };
    },
    jump(milliseconds) {
      ahead += milliseconds;
      for (const entry of [...pending]) {
        entry.cancel();
        entry.cancel = arm(entry.time, entry.run);
      }
    },
  };
}
