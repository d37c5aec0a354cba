/** Collects what changes, and handles it round by round, never two at once. */

/** Many files at once, as after a checkout, are one round. */
const QUIET_MILLISECONDS = 100;

export interface Round {
  readonly paths: readonly string[];
  /** Of its first change, on the clock of `performance.now()`. */
  readonly since: number;
}

export interface Rounds {
  add(path: string): void;
  end(): void;
}

/** @param handle must not throw. */
export function rounds(handle: (round: Round) => Promise<void>): Rounds {
  const paths = new Set<string>();
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (paths.size > 0) {
      const round = { paths: [...paths], since };
      paths.clear();
      await handle(round);
    }
    isRunning = false;
  };
  return {
    add(path) {
      if (paths.size === 0) since = performance.now();
      paths.add(path);
      clearTimeout(timer);
      timer = setTimeout(run, QUIET_MILLISECONDS).unref();
    },
    end() {
      clearTimeout(timer);
      paths.clear();
    },
  };
}
