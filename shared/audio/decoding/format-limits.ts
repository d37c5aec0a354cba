/** The limits of audio of all formats. */
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
