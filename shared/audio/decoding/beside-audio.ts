/** Data of a file other than the decoded audio. Other programs may play it, so it must not pass without analysis. */
import type { DecodedAudio } from './decoded-audio.ts';

/** Tags have less. It is a few seconds of audio at a low bitrate. */
const MAX_BYTES = 16_384;

const BESIDE = 'The file has more data than the audio that was decoded. It was not analyzed.';

export class BesideAudio {
  #bytes = 0;
  #hasAudio = false;

  /** Called for other audio, however short. */
  addAudio(): void {
    this.#hasAudio = true;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  get isMuch(): boolean {
    return this.#hasAudio || this.#bytes > MAX_BYTES;
  }

  /** @returns sentences. */
  get faults(): readonly string[] {
    return this.isMuch ? [BESIDE] : [];
  }
}

/** @param beside what is known of other data after the last piece. */
export const withBeside = <D extends DecodedAudio>(
  decoded: D,
  beside: Pick<BesideAudio, 'isMuch' | 'faults'>,
): D => ({
  ...decoded,
  get faults() {
    return [...(decoded.faults ?? []), ...beside.faults];
  },
  get hasMore() {
    return beside.isMuch || decoded.hasMore === true;
  },
});
