/** Every minute: enqueues all due work that has no message. */
import { sweeper } from '../../shared/kit/work/sweep.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';

/** @param now the clock, for tests. */
export const sweepWith = (now: () => Date) => sweeper(kindsOfWork, now);

export const handler = sweepWith(() => new Date());
