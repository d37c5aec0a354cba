/** Operators' commands about the catalogue, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { flag, id, paging, recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { text } from '../kit/declare/attribute.ts';
import { artistDspAvailabilities } from './api/artist-dsp-availabilities.ts';
import { readIsrc } from './rules/isrc.ts';
import { gtinOf } from './rules/upc.ts';

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

export const listAlbums = declareCommand({
  name: 'list-albums',
  help: 'Lists the albums of an organization with their states, newest first.',
  isRecorded: false,
  arguments: { organization: recordId('white-labels', 'the organization'), ...paging },
  positional: ['organization'],
  examples: ['list-albums 114876805523200', 'list-albums 114876805523200 --limit 10'],
});

/** An ISRC or a product code in comparable form. */
const code = v.pipe(
  v.string(),
  v.transform((given) => readIsrc(given) ?? gtinOf(given.replace(/[\s-]/g, ''))),
  v.string('must be an ISRC or a UPC'),
);

/** Lambda responds with at most 6 MB, in which content is base64. */
const MAX_PART_BYTES = 4_000_000;

const bytes = (least: number, most: number) => {
  const message = `must be a number from ${least} to ${most}`;
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))], message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

export const readFile = declareCommand({
  name: 'read-file',
  help:
    'Reads a part of the artwork of an album or of the audio of a track from its address, as the stage itself ' +
    'reads files. The console shows and plays it.',
  isRecorded: false,
  arguments: {
    file: value(v.picklist(['artwork', 'audio'], 'must be artwork or audio'), {
      placeholder: 'artwork|audio',
      help: 'the file',
    }),
    id: value(id, { placeholder: 'ID', help: 'the album of the artwork, or the track of the audio' }),
    from: value(v.optional(bytes(0, Number.MAX_SAFE_INTEGER), 0), {
      placeholder: 'BYTES',
      help: 'where the part begins; 0 by default',
    }),
    length: value(v.optional(bytes(1, MAX_PART_BYTES), MAX_PART_BYTES), {
      placeholder: 'BYTES',
      help: `its length; ${MAX_PART_BYTES} at most, and by default`,
    }),
  },
  positional: ['file', 'id'],
  examples: ['read-file artwork 114877148073984 --json'],
});

export const releaseCode = declareCommand({
  name: 'release-code',
  help:
    'Releases an ISRC or a UPC that stays with an owner because a store once got it, for example with a mistyped code. ' +
    'Lines of reports then belong to the owner who has the code, and another album can have the UPC. What was earned stays ' +
    'until a store corrects its report. The owner must no longer have the code, and stores must have got the new one.',
  arguments: {
    code: value(code, { placeholder: 'CODE', help: 'the ISRC or UPC, in any spelling' }),
    user: recordId('users', 'the owner with whom it stays'),
    reason: value(text(1, 1000), { placeholder: 'TEXT', help: 'reason, for the record' }),
    check: flag('only shows what would be released'),
  },
  isRecorded: ({ check }) => check !== true,
  positional: ['code'],
  examples: [
    'release-code DEAB12600001 --user 114876805523268 --reason "Mistyped by its first owner" --check',
    'release-code DEAB12600001 --user 114876805523268 --reason "Mistyped by its first owner"',
  ],
});
