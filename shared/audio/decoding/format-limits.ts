/** The limits of audio of all formats. */
import { invalid } from '../../platform/egress/unreadable.ts';

const MAX_CHANNELS = 8;
const MIN_SAMPLE_RATE = 4_000;
const MAX_SAMPLE_RATE = 384_000;

/** @throws Unreadable */
export function requireUsual({ sampleRate, channels }: { sampleRate: number; channels: number }): void {
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) {
    throw invalid(`The audio has ${channels} channels. It must have 1 to ${MAX_CHANNELS}.`);
  }
  if (!(sampleRate >= MIN_SAMPLE_RATE && sampleRate <= MAX_SAMPLE_RATE)) {
    throw invalid(
      `The sample rate of the audio is ${sampleRate} Hz. It must be ${MIN_SAMPLE_RATE} to ${MAX_SAMPLE_RATE} Hz.`,
    );
  }
}
