/** Makes the decisions of reviewers, and looks up one whose response was lost. */
import { decisionWords } from '../../../../shared/distribution/rules/decision-words.ts';
import { writtenTime } from '../../../../shared/kit/values/written-time.ts';
import { Rejected, run, runNamed } from './api.ts';
import { messageOf } from './attempts.ts';
import { personOf } from './people.ts';
import type { ShownRequest } from './reviews.ts';

export type DecisionKind = 'approve' | 'reject' | 'requeue';

/** What is decided on. */
export interface Undecided {
  readonly id: string;
  readonly title: string | null;
  /** The version of the release that was seen. */
  readonly seen: string | null;
}

export interface Outcome {
  readonly isDone: boolean;
  /** Whether the same decision may be made again. */
  readonly mayRepeat: boolean;
  /** What the reviewer should know; empty if all went well. */
  readonly sentence: string;
}

interface Kind {
  /** As `show-request` writes the decision. */
  readonly decision: string;
  /** The statuses of requests that can be decided in this way. */
  readonly from: readonly ShownRequest['status'][];
}

const kinds: Readonly<Record<DecisionKind, Kind>> = {
  approve: { decision: decisionWords('approve'), from: ['pending'] },
  reject: { decision: decisionWords('refuse'), from: ['pending', 'preapproved'] },
  requeue: { decision: decisionWords('requeue'), from: ['rejected', 'error'] },
};

/** @returns the decisions that are possible on a request with the status. */
export const decisionsOn = (status: ShownRequest['status']): DecisionKind[] =>
  (['approve', 'reject', 'requeue'] as const).filter((kind) => kinds[kind].from.includes(status));

/** Problems after which the stage may have decided. */
const LOST: readonly string[] = ['console_ended', 'console_failed', 'stage_not_reached', 'command_failed'];

const isLost = (error: unknown): boolean =>
  !(error instanceof Rejected) || error.problems.some(({ code }) => LOST.includes(code));

/** What was seen is another release by now. It must be seen first. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Rejected && error.problems.some(({ code }) => code === 'release_changed');

/** @param reason for the owner, of a rejection. */
export async function decideOn({ id, seen }: Undecided, on: DecisionKind, reason: string): Promise<Outcome> {
  const args = { id, ...(on === 'reject' && { reason }), ...(on !== 'requeue' && seen && { seen }) };
  try {
    await runNamed(`${on}-request`, args);
    return { isDone: true, mayRepeat: false, sentence: '' };
  } catch (error) {
    const shown = await run('show-request', { id, 'without-files': true }).catch(() => undefined);
    return outcomeAfter(error, kinds[on], shown);
  }
}

/** @internal exported for a test. @param shown the request after the error; undefined if the stage did not show it. */
export function outcomeAfter(
  error: unknown,
  { decision, from }: Kind,
  shown: Pick<ShownRequest, 'status' | 'decisions'> | undefined,
): Outcome {
  const [message, wasLost] = [messageOf(error), isLost(error)];
  if (!shown) {
    const sentence = wasLost
      ? `It is not known whether the decision was made, because the stage did not confirm it. ${message}`
      : message;
    return { isDone: false, mayRepeat: !isOutdated(error), sentence };
  }
  const { status } = shown;
  const last = shown.decisions.at(-1);
  if (from.includes(status)) {
    const sentence = wasLost
      ? `The response was lost. The request is still ${status}, so you can decide again. ${message}`
      : message;
    return { isDone: false, mayRepeat: !isOutdated(error), sentence };
  }
  const decided = last ? `${personOf(last)} decided at ${writtenTime(last.at)}` : 'it was decided';
  if (wasLost && last?.decision === decision)
    return {
      isDone: true,
      mayRepeat: false,
      sentence: `The response was lost, but it is ${decision}: ${decided}.`,
    };
  const sentence = wasLost ? 'The response was lost.' : message;
  return { isDone: false, mayRepeat: false, sentence: `${sentence} It is ${status}: ${decided}.` };
}
