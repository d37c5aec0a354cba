/** Players that were asked to play and do not play yet, because their file is checked first. */
const starting = new WeakSet<object>();

export const beginStart = (player: object): void => void starting.add(player);

export const isStarting = (player: object): boolean => starting.has(player);

/** @returns false if it was stopped in the meantime. */
export const endStart = (player: object): boolean => starting.delete(player);
