/** What a stage stands on, and what can be refused before any work is done: its data directory and its two ports. */
import { type Clock, systemClock } from './host/clock.ts';
import { openDataDirectory } from './host/data-directory.ts';
import { type Listening, listen } from './host/port.ts';
import { openState, type State } from './host/state.ts';
import type { LocalStageOptions } from './start.ts';

export interface Foundations {
  readonly clock: Clock;
  readonly dataDirectory: string;
  readonly state: State;
  /** The public API, and the AWS endpoints. */
  readonly gateway: Listening;
  readonly wire: Listening;
  readonly url: string;
  readonly awsUrl: string;
  /** Tells the developer of what went wrong and does not end the stage. */
  readonly warn: (text: string) => void;
  /** Takes what undoes a step; the last one is undone first. */
  readonly onEnd: (end: () => unknown) => void;
}

export async function layFoundations(
  options: LocalStageOptions,
  onEnd: Foundations['onEnd'],
): Promise<Foundations> {
  const { dataDirectory = 'memory', port = 0, awsPort = 0 } = options;
  const { clock = systemClock, onWarning: warn = console.error } = options;
  const directory = openDataDirectory(dataDirectory);
  onEnd(directory.close);
  const state = openState(directory.isKept ? directory.path : undefined);
  onEnd(state.close);
  const gateway = await listen(port, 'PORT');
  onEnd(() => gateway.close(0));
  const wire = await listen(awsPort, 'AWS_PORT');
  onEnd(() => wire.close(0));
  return {
    clock,
    dataDirectory: directory.path,
    state,
    gateway,
    wire,
    url: `http://localhost:${gateway.port}`,
    awsUrl: `http://127.0.0.1:${wire.port}`,
    warn,
    onEnd,
  };
}
