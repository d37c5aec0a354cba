/** What infrastructure selects events and rows by: the bus rule by source, the stream mapping by attribute. */

export const EVENT_SOURCE = 'music-distribution';

/** Only changes of rows with this attribute wake publish-changes. */
export const CAUSE_ATTRIBUTE = 'causes';

/** The value of the attribute in rows that cause no event, but work that is due. Of other rows, it is their type. */
export const WORK_CAUSE = 'work';
