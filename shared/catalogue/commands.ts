/** Operators' commands about the catalogue, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { artistDspAvailabilities } from './api/artist-dsp-availabilities.ts';

export const setAvailability = declareCommand({
  name: 'set-availability',
  help: 'Replaces NEW in an artist-dsp-availability with the profile that the DSP created for the artist.',
  arguments: {
    id: recordId('artist-dsp-availabilities', 'the artist-dsp-availability'),
    'external-id': value(artistDspAvailabilities.attributes['external-artist-id'].schema, {
      placeholder: 'ID',
      help: "the artist's id on the DSP",
    }),
    'external-url': value(v.string('must be a URL'), {
      placeholder: 'URL',
      help: "URL of the artist's profile on the DSP",
    }),
  },
  positional: ['id'],
  examples: [
    'set-availability 114877148073984 --external-id alpha:artist:6XyY86QOPPrYVGvF9ch6wz --external-url https://alpha.example/artist/6XyY86QOPPrYVGvF9ch6wz',
  ],
});
