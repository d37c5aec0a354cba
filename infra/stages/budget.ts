/** The budget of a stage, as its configuration states it. */
import * as v from 'valibot';
import { RejectedSetting } from './rejected-setting.ts';

export interface Budget {
  /** Costs of the stage's resources in a calendar month, in US dollars. */
  readonly dollarsAMonth: number;
  /** Notified when 80 % is spent, when all of it is spent, and when AWS forecasts more. */
  readonly email: string;
}

const schema = v.strictObject({
  dollarsAMonth: v.pipe(v.number(), v.minValue(1)),
  email: v.pipe(v.string(), v.email()),
});

/** @throws RejectedSetting */
export function checkBudget(name: string, budget: Budget | undefined): void {
  if (budget !== undefined && !v.is(schema, budget))
    throw new RejectedSetting(
      `The budget of stage "${name}" needs at least one dollar a month and an e-mail address.`,
    );
}
