/** The source of our events, which the rule of the bus matches. */
export const EVENT_SOURCE = 'music-distribution';
