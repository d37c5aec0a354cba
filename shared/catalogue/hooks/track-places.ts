/** The places of a track on its albums, changed in the transaction that saves the track. */
import type { Draft } from '../../kit/crud/write/hooks.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { changed, changedUnseen } from '../../kit/records/store.ts';
import { type AlbumTrack, albumTracks } from '../api/album-tracks.ts';
import type { tracks } from '../api/tracks.ts';
import { haveSameNotes, notesOf, notesOfFields } from '../contents/track-contents.ts';
import type { TrackKind } from '../rules/catalogue.ts';
import { isrcWhenPlaced } from '../rules/isrc.ts';
import { isOtherSound } from '../rules/track-audio.ts';
import { type LackChanges, lacksOfFields, withLacks } from '../rules/track-lacks.ts';
import { shownPlace } from '../rules/track-place.ts';
import type { TrackRule } from './track-rule.ts';

type TrackDraft = Draft<typeof tracks>;

/** On new albums, the track goes on disc 1. All its places get the kind, and the order if it is sent. */
export const places: TrackRule = (draft, { releases }) => {
  const order = draft.valid('order');
  const { links, future } = releases;
  if (order === undefined || (draft.before && !releases.places)) return undefined;
  const kind = draft.valid('kind') ?? 'song';
  const isNewSong = draft.before !== undefined && draft.before.fields.kind !== 'song';
  const staying = placesAfter(draft, releases.places ?? [], { order, kind }).filter(({ before }) =>
    future.some(({ id }) => id === before.fields.album),
  );
  const added = future.filter(({ id }) => staying.every(({ before }) => before.fields.album !== id));
  const shown = shownPlace([
    ...staying.map(({ after }) => after.fields),
    ...added.map(({ id }) => ({ album: id, order, disc: 1 })),
  ]);
  const { notes, unchanged } = notesOf(fieldsAfter(draft), releases.contents);
  // The track shows this place.
  const source = staying.filter(({ before }) => before.fields.album === shown?.album);
  return {
    fields: {
      'delivered-isrc': isrcWhenPlaced(draft.before?.fields['delivered-isrc'] ?? null, future),
      ...(shown && { order: shown.order, disc: shown.disc, 'oldest-album': shown.album }),
    },
    links: {
      albums: { fields: () => ({ order, disc: 1, kind, ...notes }), ...(links && { known: links.linkings }) },
    },
    also: staying
      .filter(({ before, after }) => before !== after)
      .map((place) => ({ resource: albumTracks, ...place })),
    writes: [
      ...(links?.unchanged ?? []),
      ...source.map(({ before }) => unchangedCheck(before)),
      // Albums that get a song must not become video releases before it is saved.
      ...(kind === 'song' ? (isNewSong ? future : added).map(unchangedCheck) : []),
      // Fails if a store gets an added album concurrently.
      ...added.map(unchangedCheck),
      ...(added.length > 0 ? unchanged : []),
    ],
  };
};

function placesAfter(
  draft: TrackDraft,
  all: readonly AlbumTrack[],
  { order, kind }: { order: number; kind: TrackKind },
) {
  const changes = lackChanges(draft);
  const notes = notesOfFields(fieldsAfter(draft));
  return all.map((before) => {
    const { fields } = before;
    const next = {
      order: draft.isSent('order') ? order : fields.order,
      kind,
      lacks: withLacks(fields.lacks, changes),
      ...notes,
    };
    if (next.order !== fields.order || kind !== fields.kind)
      return { before, after: changed(draft, albumTracks, { before, fields: next }) };
    return { before, after: haveSameNotes(next, fields) ? before : changedUnseen(before, next) };
  });
}

const fieldsAfter = ({ valid, before }: TrackDraft) => ({
  ...heardAfter({ valid, before }),
  title: valid('title') ?? '',
  'version-description': valid('version-description') ?? null,
  'is-explicit': valid('is-explicit') ?? false,
  length: valid('length') ?? null,
  'synced-lyrics-end': valid('synced-lyrics-end') ?? null,
  'is-video': valid('is-video') ?? false,
  'full-audiofile-url': valid('full-audiofile-url') ?? null,
  'isrc-code': valid('isrc-code') ?? null,
  'delivered-isrc': before?.fields['delivered-isrc'] ?? null,
  'ai-usage': valid('ai-usage') ?? null,
  'rights-owner-year': valid('rights-owner-year') ?? 0,
  'allow-fingerprint-scan': valid('allow-fingerprint-scan') ?? true,
  'has-atmos': valid('is-video') !== true && (before?.fields['has-atmos'] ?? false),
});

/** Findings about replaced audio remain until the new audio is analyzed. */
function heardAfter({ valid, before }: Pick<TrackDraft, 'valid' | 'before'>) {
  if (!before) return { audio: null, 'heard-md5': null, 'heard-in-part': false, 'foreign-sounds': 0 };
  const { audio, 'heard-md5': md5, 'foreign-sounds': foreign } = before.fields;
  const isOther = isOtherSound(before.fields, valid);
  return {
    audio: isOther ? null : audio,
    'heard-md5': isOther ? null : md5,
    'heard-in-part': before.fields['heard-in-part'],
    'foreign-sounds': foreign,
  };
}

/** A track that becomes a song or a video loses the masters that it cannot have. */
function lackChanges(draft: TrackDraft): LackChanges {
  const fields = fieldsAfter(draft);
  const isVideo = fields['is-video'];
  const isOther = draft.before?.fields['is-video'] !== isVideo;
  return { ...lacksOfFields(fields), ...(isOther && { video_master: isVideo }) };
}
