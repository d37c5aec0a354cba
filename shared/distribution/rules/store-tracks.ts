/** Which tracks of a release a DSP gets (specification 2.3, decisions of the owner per track). */

interface DspAbilities {
  readonly family: 'streaming' | 'fingerprint';
  readonly 'accepts-video': boolean;
}

interface TrackChoices {
  readonly 'is-video': boolean;
  readonly 'allow-fingerprint-scan': boolean;
}

/** @returns whether the DSP gets the track: videos only where they are accepted, scans only where they are allowed. */
export const goesTo = (track: TrackChoices, dsp: DspAbilities): boolean =>
  (!track['is-video'] || dsp['accepts-video']) &&
  (dsp.family !== 'fingerprint' || track['allow-fingerprint-scan']);
