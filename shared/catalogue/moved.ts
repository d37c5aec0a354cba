/**
 * How the catalogue moves to another stage, which analyzes audio again. It validates masters only if it takes
 * over the organization.
 */
import * as v from 'valibot';
import { recordFile } from '../kit/moves/record-file.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { albumTracks } from './api/album-tracks.ts';
import { albums } from './api/albums.ts';
import { trackAssets } from './api/track-assets.ts';
import { type Track, tracks } from './api/tracks.ts';
import { assessPlace } from './assess-place.ts';
import { movedCredits } from './credits/move-credits.ts';
import { validationWork } from './masters/validation-work.ts';
import { albumFitting, masterFitting, placeFitting, trackFitting } from './moved-facts.ts';
import { movedFormerCodes } from './moved-former-codes.ts';

const movedForeign = v.object({
  sounds: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The MD5 digest of the file in which they were found. */
  md5: v.nullable(v.string()),
});

function foreignBeside({ fields }: Track) {
  const { 'foreign-sounds': sounds, 'foreign-md5': md5, 'heard-md5': heard } = fields;
  return sounds > 0 ? { members: { foreign: { sounds, md5: md5 ?? heard } } } : {};
}

function withForeign(track: Track, foreign: unknown): Track {
  if (!v.is(movedForeign, foreign)) return track;
  const { sounds, md5 } = foreign;
  return {
    ...track,
    fields: { ...track.fields, 'foreign-sounds': sounds, 'foreign-md5': md5, 'foreign-elsewhere': sounds },
  };
}

export const movedCatalogue = [
  // Files are read again.
  recordFile(albums, { omitted: ['artwork-read'], fitting: albumFitting }),
  recordFile(albumTracks, {
    // Found out again, because artists and masters can be exported at another time.
    omitted: ['lacks', 'warnings', 'ai', 'rights-year', 'sound'],
    fitting: placeFitting,
    async finish(store, place) {
      await assessPlace(store, place);
    },
  }),
  // The audio analysis is not moved. The other stage analyzes released tracks when it indexes them. That a file is a recording of
  // another owner is moved, because the other stage may not have that recording.
  recordFile(tracks, {
    omitted: [
      'audio',
      'heard-md5',
      'unheard-md5',
      'read-sha256',
      'heard-in-part',
      'foreign-sounds',
      'foreign-md5',
      'foreign-elsewhere',
    ],
    fitting: trackFitting,
    readBeside: async (_, records) => new Map(records.map((track) => [track.id, foreignBeside(track)])),
    restore: (_, track, { members = {} }) => ({ record: withForeign(track, members['foreign']), writes: [] }),
  }),
  recordFile(trackAssets, {
    fitting: masterFitting,
    isUnfinished: ({ fields }) => fields['validation-status'] === 'pending',
    async finish({ table, now }, { id, ownerId, fields }, { takesOver }) {
      if (takesOver && fields['validation-status'] === 'pending')
        await failedConditions(table.commit([validationWork.start({ assetId: id, ownerId }, now)]));
    },
  }),
  movedCredits,
  ...movedFormerCodes,
];
