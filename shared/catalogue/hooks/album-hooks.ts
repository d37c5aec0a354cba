/** Hooks of albums: product codes and the requirements of video releases. */
import type { Context } from '../../kit/crud/context.ts';
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import { recordKey } from '../../kit/table/keys.ts';
import { readSettings } from '../../platform/settings.ts';
import { albums } from '../api/albums.ts';
import { songs } from '../counters.ts';
import { ownsUpc, rememberUpc } from '../owned-codes.ts';
import { codeGiven, codeReserved, isReservedUpc } from '../rules/given-codes.ts';
import { onlyVideos, requireVideoFeature } from '../rules/music-videos.ts';
import { gtinOf } from '../rules/upc.ts';
import { videoPermissions } from '../video-permissions.ts';

export const albumHooks = hooksOf(albums, {
  async prepare(draft, context) {
    const { caller } = context;
    await keepCode(draft, context);
    const upc = draft.valid('upc-code');
    const format = draft.valid('format');
    const was = draft.before?.fields.format;
    if (format === 'video' || was === 'video') requireVideoFeature(videoPermissions(caller));
    if (format === 'video' && was !== 'video') rejectSongs(draft);
    if (upc !== undefined) draft.set({ gtin: upc === null ? null : (gtinOf(upc) ?? null) });
  },

  remove(record, { caller }) {
    if (record.fields.format === 'video') requireVideoFeature(videoPermissions(caller));
    const { 'upc-code': upc, 'upc-given': isGiven } = record.fields;
    return isGiven && upc !== null ? { writes: [rememberUpc(record.ownerId, upc)] } : {};
  },
});

/** A code that was given stays, in its spelling. Others with the prefix of the stage are not for owners to choose. */
async function keepCode(draft: Draft<typeof albums>, context: Context): Promise<void> {
  const code = draft.valid('upc-code');
  const before = draft.before?.fields;
  if (code === undefined || code === before?.['upc-code']) return;
  const isSame = code !== null && gtinOf(code) === before?.gtin;
  if (before?.['upc-given']) {
    if (isSame) draft.set({ 'upc-code': before['upc-code'] });
    else draft.reject(codeGiven('upc-code'));
  } else if (code !== null && !isSame) {
    const { codes } = readSettings();
    if (isReservedUpc(codes, code) && !(await ownsUpc(context, draft.ownerId, code)))
      draft.reject(codeReserved('upc-code', codes.gs1 ?? ''));
  }
}

/** An album with songs cannot become a video release, even if a song is added concurrently. */
function rejectSongs(draft: Draft<typeof albums>): void {
  const { before } = draft;
  if (!before) return;
  if (songs.of(before) > 0) draft.reject(onlyVideos('/data/attributes/format'));
  draft.write({ check: recordKey(albums.type, before.id), condition: songs.isZero });
}
