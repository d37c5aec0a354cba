/** Hooks of album-dsps, which are written as a change of their album. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { findRecord } from '../../kit/records/store.ts';
import { albumWith, assignerOf, problemsOf, requireWritableAlbum } from '../actions/assign.ts';
import { albumDsps } from '../api/album-dsps.ts';
import { albums } from '../api/albums.ts';
import { albumDspId, alreadyAssigned } from '../rules/album-dsps.ts';

export const albumDspHooks = hooksOf(albumDsps, {
  async prepare(draft, context) {
    const id = draft.valid('album');
    const dsp = draft.valid('dsp');
    const album = await findRecord(context, albums, id ?? '');
    if (!album || !dsp) return;
    requireWritableAlbum(context, album);
    const assigner = await assignerOf(context);
    draft.identify(albumDspId(album.id, dsp));
    if (album.fields.dsps.includes(dsp)) return draft.reject(alreadyAssigned);
    draft.reject(...problemsOf(album, dsp, assigner));
    draft.also(albumWith(context, album, [...album.fields.dsps, dsp]));
    draft.write(...assigner.unchanged);
  },

  async remove({ fields }, context) {
    const album = await findRecord(context, albums, fields.album);
    if (!album) return {};
    requireWritableAlbum(context, album);
    const left = album.fields.dsps.filter((id) => id !== fields.dsp);
    return { also: [albumWith(context, album, left)] };
  },
});
