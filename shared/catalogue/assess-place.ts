/** Determines what a place stores about its track, for places of earlier versions or written without the hooks. */

import { decided } from '../kit/records/decided.ts';
import { unheld } from '../kit/records/deciding.ts';
import { changedUnseen, findRecord, type Store, save } from '../kit/records/store.ts';
import { type AlbumTrack, albumTracks } from './api/album-tracks.ts';
import { tracks } from './api/tracks.ts';
import { CONTENTS, contentsOf, haveSameNotes, notesOf } from './contents/track-contents.ts';

/** @param place as read last. @returns whether it had to be corrected. */
export function assessPlace(unread: Store, place: AlbumTrack): Promise<boolean> {
  let current: AlbumTrack | undefined = place;
  return decided(unread, async (store) => {
    const before = current ?? (await findRecord(store, albumTracks, place.id));
    current = undefined;
    if (!before || before.fields.track === null) return false;
    const [track, contents] = await Promise.all([
      findRecord(store, tracks, before.fields.track),
      contentsOf(unheld(store, CONTENTS), { id: before.fields.track, ownerId: before.ownerId }),
    ]);
    if (!track) return false;
    const { notes, unchanged } = notesOf(track.fields, contents);
    if (haveSameNotes(notes, before.fields)) return false;
    const after = changedUnseen(before, { ...notes });
    const { is } = await save(store, [{ resource: albumTracks, before, after }], unchanged);
    return is === 'saved' ? true : 'again';
  });
}
