import { url } from 'node:inspector';

/** Whether a debugger can attach: `npm run debug`, or a start from an editor. Functions then wait at breakpoints. */
export const isInspected = (): boolean => url() !== undefined;
