/** Hooks of album-dsps, which are written as a change of their album. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { findRecord } from '../../kit/records/store.ts';
import { albumWith, assignmentProblemsOf, findAssigner } from '../actions/assign.ts';
import { albumDsps } from '../api/album-dsps.ts';
import { albums } from '../api/albums.ts';
import { albumDspId, alreadyAssigned } from '../rules/album-dsps.ts';
import { requireWritable } from '../rules/music-videos.ts';

export const albumDspHooks = hooksOf(albumDsps, {
  load: (sent, context) => ({
    album: sent.valid('album').then((id) => findRecord(context, albums, id)),
    assigner: findAssigner(context),
  }),
  decide: [
    (draft, { album, assigner }) => {
      const dsp = draft.valid('dsp');
      if (!album || !dsp) return undefined;
      requireWritable(draft.caller, [album]);
      const id = albumDspId(album.id, dsp);
      if (album.fields.dsps.includes(dsp)) return { id, problems: [alreadyAssigned] };
      return {
        id,
        problems: assignmentProblemsOf(album, dsp, assigner),
        also: [albumWith(draft, album, [...album.fields.dsps, dsp])],
      };
    },
  ],
  remove: {
    load: ({ fields }, context) => ({ album: findRecord(context, albums, fields.album) }),
    decide({ fields }, { album }, removing) {
      if (!album) return undefined;
      requireWritable(removing.caller, [album]);
      const left = album.fields.dsps.filter((id) => id !== fields.dsp);
      return { also: [albumWith(removing, album, left)] };
    },
  },
});
