/** Marks rows whose changes trigger publish-changes. */

/** Only changes of rows with this attribute trigger it. */
export const CAUSE_ATTRIBUTE = 'causes';

/** Value in rows that start work. In other rows, the value is the type whose events they cause. */
export const WORK_CAUSE = 'work';

/** A change of a row in the stream. */
export interface Images {
  readonly OldImage?: object | undefined;
  readonly NewImage?: object | undefined;
}
