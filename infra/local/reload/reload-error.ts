/** What is printed when changed sources cannot be used: the error with its places in the sources, nothing of ours. */
import { errorText } from '../command-line/error-text.ts';
import { FunctionFailure } from '../lambda/execution-environment.ts';

/** The error is in the sources. Its message has the places. */
export class BrokenSource extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenSource';
  }
}

export function reloadErrorText(error: unknown): string {
  if (error instanceof BrokenSource) return error.message;
  // Thrown while a bundle was loaded, with positions in the sources.
  if (error instanceof FunctionFailure)
    return withoutOurFrames(JSON.parse(error.outcome.payload).trace.join('\n'));
  return errorText(error);
}

/** @param trace what Node prints, or a stack. @returns it without frames of Node and of the local stage. */
export const withoutOurFrames = (trace: string): string =>
  trace
    .split('\n')
    .filter((line) => !/^\s+at .*(\bnode:|\/infra\/local\/|\/node_modules\/)/.test(line))
    .filter((line) => !/^Node\.js v\d/.test(line))
    .join('\n')
    .trim();
