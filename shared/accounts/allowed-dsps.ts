/** The DSPs that a user effectively has. */
import { dspById } from '../reference/data/dsps.ts';
import type { User } from './api/users.ts';
import { effectiveDsps } from './rules/users.ts';

export const allowedDsps = ({ fields }: User): string[] =>
  effectiveDsps(
    {
      assigned: fields.dsps,
      isStreamingAllowed: fields['streaming-dsp-allowed'],
      isFingerprintAllowed: fields['fingerprint-dsp-allowed'],
    },
    (id) => dspById(id)?.family,
  );
