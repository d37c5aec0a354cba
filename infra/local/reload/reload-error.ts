/** Formats an error in changed sources with its source positions, without frames of the local stage. */
import { errorText } from '../command-line/error-text.ts';
import { BrokenSource } from '../host/broken-source.ts';
import { FunctionFailure } from '../lambda/execution-environment.ts';

export function reloadErrorText(error: unknown): string {
  if (error instanceof BrokenSource) return withoutOurFrames(error.message);
  // Thrown while a bundle was loaded, with positions in the sources.
  if (error instanceof FunctionFailure)
    return withoutOurFrames(JSON.parse(error.outcome.payload).trace.join('\n'));
  return errorText(error);
}

/** @param trace Node's output, or a stack. @returns it without frames of Node and the local stage. */
const withoutOurFrames = (trace: string): string =>
  trace
    .split('\n')
    .filter((line) => !/^\s+at .*(\bnode:|\/infra\/local\/|\/node_modules\/)/.test(line))
    .filter((line) => !/^Node\.js v\d/.test(line))
    .join('\n')
    .trim();
