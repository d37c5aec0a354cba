/** The attempts of a round, in parallel. Each result is recorded as soon as it is known. */
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { writeLine } from '../../platform/log.ts';
import { readSettings } from '../../platform/settings.ts';
import type { AttemptResult } from '../attempt-result.ts';
import { bodyOf, type EventRecord } from '../deliveries/event-record.ts';
import { eventWork } from '../deliveries/event-round.ts';
import { type EventWork, rested, saveEvent, withDeliveries } from '../deliveries/event-work.ts';
import { afterAttempt, afterUnknownResult, prevented, takenBack } from '../deliveries/progress.ts';
import { countFailure, countSuccess, markHanging } from '../endpoints/endpoint-health.ts';
import { FAST_MS, HANGING, markAfter } from '../endpoints/endpoint-pace.ts';
import type { PendingDelivery } from '../rules/webhook-delivery.ts';
import { attempt } from './attempt.ts';
import { attemptedLine, countAttempts, reportUnreachable } from './report.ts';
import type { Attempted, Attempting, Sending } from './sending.ts';

/** @returns the event after the round (undefined if it changed concurrently), and any faults. */
export async function makeAttempts(
  begun: EventWork,
  attempts: readonly Attempting[],
  sending: Sending,
): Promise<{ readonly work: EventWork | undefined; readonly faults: readonly unknown[] }> {
  const running = attempts.map((each) => makeAttempt(each, begun.record, sending));
  try {
    const work = await recordAll(begun, running, sending);
    const ended = await Promise.all(running);
    const faults = ended.flatMap((each) => each.faults);
    if (work) {
      // The results are recorded, so a fault here must not prevent the next attempts.
      await reportUnreachable(begun.record.ownerId, ended, sending).catch((fault) => faults.push(fault));
    }
    return { work, faults };
  } finally {
    // The function may be frozen once it has responded.
    await Promise.all(running);
  }
}

async function recordAll(
  begun: EventWork,
  running: readonly Promise<Attempted>[],
  { table, now }: Sending,
): Promise<EventWork | undefined> {
  let saved: EventWork | undefined = begun;
  let deliveries = begun.record.fields.deliveries;
  for await (const { ended, isLast } of asTheyEnd(running)) {
    const changed = Object.fromEntries(ended.map(({ endpoint, after }) => [endpoint.id, after]));
    deliveries = { ...deliveries, ...changed };
    const before: EventWork = saved;
    const after = isLast
      ? rested(before, deliveries)
      : { ...before, record: withDeliveries(before.record, deliveries) };
    saved = await saveEvent({ table, now: now() }, before, after).catch((error: unknown) => {
      if (isLast) throw error;
      // The next write also records these results.
      return before;
    });
    for (const each of ended) writeLine(attemptedLine(begun.record, each, saved !== undefined));
    if (!saved) return undefined;
    countAttempts(ended);
  }
  return saved;
}

/** Yields results in groups: those that arrive while the caller is busy come together. */
async function* asTheyEnd(
  running: readonly Promise<Attempted>[],
): AsyncGenerator<{ ended: readonly Attempted[]; isLast: boolean }> {
  const ended: Attempted[] = [];
  let next = Promise.withResolvers<void>();
  for (const each of running) {
    void each.then((attempted) => {
      ended.push(attempted);
      next.resolve();
    });
  }
  for (let left = running.length; left > 0; ) {
    await next.promise;
    next = Promise.withResolvers();
    const some = ended.splice(0);
    left -= some.length;
    yield { ended: some, isLast: left === 0 };
  }
}

/** Never rejects. A fault of the service is part of the result, so that the others are recorded. */
async function makeAttempt(attempting: Attempting, event: EventRecord, sending: Sending): Promise<Attempted> {
  const { delivery } = attempting;
  const waited = startWaiting();
  const slowness = watchSlowness(attempting, waited, sending);
  let result: AttemptResult;
  try {
    result = await send(attempting, event, sending);
  } catch (fault) {
    await slowness.stop();
    const after = prevented(takenBack(delivery), sending.now());
    return { ...attempting, after, isDisabled: false, faults: [fault] };
  }
  const waitedMs = result.error === 'timeout' ? result.durationMs : waited();
  const { after, faults } = afterResult(delivery, result, sending);
  const isMarked = await slowness.stop();
  const counted = await countResult(attempting, { ...result, waitedMs }, { ...sending, isMarked });
  return { ...attempting, result, after, ...counted, faults: [...faults, ...counted.faults] };
}

/** The request was sent, so that even a row that cannot hold its result must not let it be sent again. */
function afterResult(
  delivery: PendingDelivery,
  result: AttemptResult,
  { now, random }: Sending,
): Pick<Attempted, 'after' | 'faults'> {
  const options = { now: now(), random: random(), gaps: readRetryGaps(eventWork) };
  try {
    return { after: afterAttempt(delivery, result, options), faults: [] };
  } catch (fault) {
    return { after: afterUnknownResult(delivery, options), faults: [fault] };
  }
}

function send(
  { endpoint, secret }: Attempting,
  event: EventRecord,
  { now, attemptTimeoutMs: timeoutMs }: Sending,
): Promise<AttemptResult> {
  const request = { url: endpoint.fields.url, eventId: event.id, body: bodyOf(event), secret };
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  return attempt(request, { now, allowedCidrs, ...(timeoutMs && { timeoutMs }) });
}

/** Marks an endpoint that keeps the attempt waiting. `stop` ends the watch and returns whether it did. */
function watchSlowness(
  { endpoint }: Attempting,
  waited: () => number,
  { table }: Sending,
): { stop: () => Promise<boolean> } {
  let marking: Promise<boolean> | undefined;
  let timer = setTimeout(look, FAST_MS);
  function look() {
    const leftMs = FAST_MS - waited();
    if (leftMs >= 0) timer = setTimeout(look, leftMs);
    // A failed write is repeated with the result.
    else
      marking = markHanging(table, endpoint).then(
        () => true,
        () => false,
      );
  }
  return {
    stop: async () => {
      clearTimeout(timer);
      return (await marking) ?? false;
    },
  };
}

/** A fault here must not lose the result, or the receiver would get the event again. */
async function countResult(
  { endpoint: read }: Attempting,
  result: AttemptResult & { readonly waitedMs: number },
  { table, now, isMarked }: Sending & { readonly isMarked: boolean },
): Promise<Pick<Attempted, 'isDisabled' | 'faults'>> {
  const mark = markAfter(read.fields['slow-seconds'], result);
  const endpoint = isMarked ? { ...read, fields: { ...read.fields, 'slow-seconds': HANGING } } : read;
  try {
    if (result.outcome === 'acknowledged') {
      await countSuccess(table, endpoint, mark);
      return { isDisabled: false, faults: [] };
    }
    const limits = readSettings().webhookDisable;
    const failed = { now: now(), limits, mark, result };
    return { isDisabled: await countFailure(table, endpoint, failed), faults: [] };
  } catch (fault) {
    return { isDisabled: false, faults: [fault] };
  }
}

/** @returns a function that measures the idle time of the event loop since this call, in milliseconds. */
function startWaiting(): () => number {
  const start = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(start).idle;
}
