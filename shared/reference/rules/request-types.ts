/** The types of distribution requests. */
export const requestTypes = ['delivery', 'update', 'redelivery', 'takedown'] as const;
