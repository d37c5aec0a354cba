/** How tracks and masters move to another stage, which analyzes audio again, and validates masters if it takes over. */
import { recordNeed } from '../kit/moves/moved-file.ts';
import { recordFile } from '../kit/moves/record-file.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { albumTracks } from './api/album-tracks.ts';
import { albums } from './api/albums.ts';
import { trackAssets } from './api/track-assets.ts';
import { tracks } from './api/tracks.ts';
import { validationWork } from './masters/validation-work.ts';
import { countFact, creditsFact, kindFact, ofCredits, ofPlaces, ofTrack, placeFact } from './moved-facts.ts';

/** What was heard is not moved. The other stage hears released tracks when it indexes them. */
export const movedTracks = recordFile(tracks, {
  omitted: ['audio', 'foreign-sounds'],
  fitting({ id, fields: { kind, disc, order, 'oldest-album': album, 'credits-count': credits } }) {
    const oldest = album === null ? [] : [album];
    return {
      needs: [
        ...oldest.map((each) => recordNeed(albums.type, each)),
        ...oldest.map((each) => ofPlaces(id)(placeFact(id, { album: each, disc, order }))),
        ...(credits > 0 ? [ofCredits(id)(creditsFact(id, credits))] : []),
      ],
      offers: [kindFact(id, kind), countFact(id, credits)],
    };
  },
});

export const movedAlbumTracks = recordFile(albumTracks, {
  fitting: ({ fields: { track, album, disc, order, kind } }) => ({
    needs: [ofTrack(track)(kindFact(track, kind))],
    offers: [placeFact(track, { album, disc, order })],
  }),
});

export const movedAssets = recordFile(trackAssets, {
  isUnfinished: ({ fields }) => fields['validation-status'] === 'pending',
  async finish({ table, now }, { id, ownerId, fields }, takesOver) {
    if (takesOver && fields['validation-status'] === 'pending')
      await failedConditions(table.commit([validationWork.start({ assetId: id, ownerId }, now)]));
  },
});
