/** The source of our events, by which the rule of the bus selects them. */
export const EVENT_SOURCE = 'music-distribution';
