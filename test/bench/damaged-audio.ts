/** Reads files that are damaged at random. `npm run -s bench -- damaged-audio [FILES [FIRST]]` */
import { type DamagedRead, readDamaged } from '../support/audio/reading-damaged.ts';

const SLOW_MS = 1_000;

/** Prints what was thrown and what took long, with the number that `damagedFile` makes the file of. */
export async function damagedAudio(files: number, first: number): Promise<void> {
  const outcomes = new Map<string, number>();
  const faults: DamagedRead[] = [];
  let slowest = 0;
  const report = (read: number) =>
    console.table([{ read, ...Object.fromEntries(outcomes), faults: faults.length, 'slowest ms': slowest }]);
  for (let number = first; number < first + files; number++) {
    if (number > first && (number - first) % 10_000 === 0) report(number - first);
    const read = await readDamaged(number);
    outcomes.set(read.is, (outcomes.get(read.is) ?? 0) + 1);
    slowest = Math.max(slowest, read.milliseconds);
    if (read.is === 'thrown' || read.milliseconds > SLOW_MS) {
      faults.push(read);
      console.log(read);
    }
  }
  report(files);
}
