/** Sends what the SSH library writes in three pieces for each packet with fewer calls to the system. */
import type { Writable } from 'node:stream';

/** What is written in one turn of the event loop is sent together, at its end. */
export function gatherWrites<S extends Writable>(stream: S): S {
  const write = stream.write.bind(stream);
  let isGathering = false;
  const flush = () => {
    isGathering = false;
    stream.uncork();
  };
  stream.write = (...given: unknown[]): boolean => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(flush);
    }
    return Reflect.apply(write, stream, given);
  };
  return stream;
}
