/** Which tracks of a release a DSP gets, by the owner's choice per track (specification 2.3). */

interface DspAbilities {
  readonly family: 'streaming' | 'fingerprint';
  readonly 'accepts-video': boolean;
}

interface TrackChoices {
  readonly 'is-video': boolean;
  readonly 'allow-fingerprint-scan': boolean;
}

/** @returns whether the DSP accepts the kind of the track, and the track allows scans by the DSP. */
export const goesTo = (track: TrackChoices, dsp: DspAbilities): boolean =>
  (!track['is-video'] || dsp['accepts-video']) &&
  (dsp.family !== 'fingerprint' || track['allow-fingerprint-scan']);
