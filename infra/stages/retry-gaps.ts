/** Retry gaps of all kinds of work, as settings and as variables of the local stage. */

import type { WorkKind } from '../../shared/kit/work/kind.ts';
import type { RetryGaps } from '../../shared/kit/work/retry-gaps.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';

const all: readonly RetryGaps[] = kindsOfWork.flatMap(({ retryGaps }: WorkKind) => retryGaps ?? []);

type Settings = Readonly<Record<`${string}RetryGaps`, readonly number[]>>;

export const retryGapsOn = (stage: 'standard' | 'local'): Settings =>
  Object.fromEntries(all.map((gaps) => [`${gaps.setting}RetryGaps`, gaps[stage]]));

/** Settings and the variables that override them, such as `WEBHOOK_RETRY_GAPS` for `webhookRetryGaps`. */
export const retryGapNames = all.map(
  ({ setting }) =>
    ({ setting: `${setting}RetryGaps`, variable: `${setting.toUpperCase()}_RETRY_GAPS` }) as const,
);
