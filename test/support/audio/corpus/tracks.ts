/** The corpus: any number of tracks, each of which depends only on its number. */
import { Fingerprints } from '../../../../shared/audio/fingerprint/fingerprints.ts';
import { RATE } from './instruments.ts';
import { speech, wind } from './noises.ts';
import { solo, song } from './song.ts';

export const kinds = { song, solo, speech, wind };

export type Kind = keyof typeof kinds;

/** Of ten tracks, seven are songs, and one each is of the other kinds. */
const kindOf = (number: number): Kind =>
  (({ 7: 'solo', 8: 'speech', 9: 'wind' }) as const)[number % 10] ?? 'song';

export const track = (number: number, seconds: number): Float32Array =>
  kinds[kindOf(number)](number, seconds);

/** @param channels of any rate. @returns the fingerprints in the order of the speeds. */
export async function fingerprintsOf(
  channels: readonly Float32Array[],
  { speeds = [1], rate = RATE }: { readonly speeds?: readonly number[]; readonly rate?: number } = {},
): Promise<Uint32Array[]> {
  const fingerprints = await Fingerprints.start(rate, speeds);
  fingerprints.add(channels);
  const found = fingerprints.finish();
  return speeds.map((speed) => found.get(speed) ?? new Uint32Array());
}
