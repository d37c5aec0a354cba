/** Listening to two hours of audio, or to a file. `npm run -s bench -- audio [FILE]` */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { listen } from '../../shared/audio/listen.ts';
import { SPEEDS } from '../../shared/matching/sound/kept-fingerprints.ts';
import { certificates, trustReceivers } from '../support/receivers.ts';

const MINUTES = 120;

/** Prints how long it takes, how much memory, and how long other work of the process waits. */
export async function audio(path?: string): Promise<void> {
  trustReceivers();
  const { key, cert } = certificates;
  const workerData = { key, cert, path, minutes: MINUTES };
  const thread = new Worker(new URL('./file-thread.ts', import.meta.url), { workerData });
  const [port]: number[] = await once(thread, 'message');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage().rss;
  const memory = watchMemory();
  delay.enable();
  const started = performance.now();
  const listened = await listen(`https://127.0.0.1:${port}/file`, {
    allowedCidrs: ['127.0.0.0/8'],
    md5: null,
    decodesAac: true,
    speeds: SPEEDS,
  });
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  const heard = listened.is === 'heard' ? listened.heard : undefined;
  console.table({
    [path ?? 'WAVE, 16 bits, 44.1 kHz, stereo']: {
      format: heard?.format ?? JSON.stringify(listened),
      'audio s': Math.round(heard?.duration ?? 0),
      'took s': Math.round(seconds * 10) / 10,
      'times real time': Math.round((heard?.duration ?? 0) / seconds),
      'memory MB more': Math.round((memory.highest() - before) / 1e6),
      'longest wait ms': Math.round(delay.max / 1e6),
    },
  });
  if (heard) console.log({ ...heard, prints: heard.prints.get(1)?.length });
  await thread.terminate();
}

function watchMemory() {
  let highest = 0;
  const watch = async () => {
    for await (const _ of setInterval(20, undefined, { ref: false })) {
      highest = Math.max(highest, process.memoryUsage().rss);
    }
  };
  void watch();
  return { highest: () => highest };
}
