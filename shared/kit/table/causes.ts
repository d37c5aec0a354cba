/** Which changes of rows wake publish-changes. */

/** Only changes of rows with this attribute do. */
export const CAUSE_ATTRIBUTE = 'causes';

/** The value of the attribute in rows that cause no event, but work that is due. Of other rows, it is their type. */
export const WORK_CAUSE = 'work';

/** A change of a row, as the stream has it. */
export interface Images {
  readonly OldImage?: object | undefined;
  readonly NewImage?: object | undefined;
}
