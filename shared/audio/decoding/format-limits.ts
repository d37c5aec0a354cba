/** Requirements for the format of audio, in any type of file. */
import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../platform/egress/unreadable.ts';
import { MAX_CHANNELS, sampleRates } from '../rules/master-files.ts';

/** @throws Unreadable */
export function requireUsual({ sampleRate, channels }: { sampleRate: number; channels: number }): void {
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) {
    throw invalid(`The audio has ${channels} channels. It must have 1 to ${MAX_CHANNELS}.`);
  }
  if (!(sampleRate >= sampleRates.least && sampleRate <= sampleRates.most)) {
    throw invalid(
      `The sample rate of the audio is ${sampleRate} Hz. It must be ${sampleRates.least} to ${sampleRates.most} Hz.`,
    );
  }
}

/**
 * @param before the description of the same file that was read before, if any.
 * @throws Unreadable if they differ, because programs differ in which of them they follow.
 */
export function onlyFormat<F>(name: string, before: F | undefined, format: F): F {
  if (before === undefined || isDeepStrictEqual(before, format)) return format;
  throw invalid(`The ${name} file describes its format twice, in different ways.`);
}
