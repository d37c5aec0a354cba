/** Hooks of albums: product codes and the requirements of video releases. */
import type { Context } from '../../kit/crud/context.ts';
import { hooksOf, type Rule, type Sent } from '../../kit/crud/write/hooks.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { isZero } from '../../kit/records/counts.ts';
import { recordKey } from '../../kit/table/keys.ts';
import { throwIfAny } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { albums } from '../api/albums.ts';
import { deletionProblem } from '../in-distribution/stays-together.ts';
import { ownsUpc, rememberUpc } from '../owned-codes.ts';
import { codeGiven, codeReserved, isReservedUpc } from '../rules/given-codes.ts';
import { onlyVideos, requireWritable } from '../rules/music-videos.ts';
import { gtinOf } from '../rules/upc.ts';

interface Loaded {
  /** Whether the owner has or had the sent code, if only the stage gives it. */
  readonly ownsCode: boolean;
}

type AlbumRule = Rule<typeof albums, Loaded>;

/** A code that was given stays, in its spelling. Others with the prefix of the stage are not for owners to choose. */
const code: AlbumRule = ({ before, valid }, { ownsCode }) => {
  const upc = valid('upc-code');
  const current = before?.fields;
  if (upc === undefined || upc === current?.['upc-code']) return {};
  const isSame = upc !== null && gtinOf(upc) === current?.gtin;
  if (current?.['upc-given'])
    return isSame ? { fields: { 'upc-code': current['upc-code'] } } : { problems: [codeGiven('upc-code')] };
  const { codes } = readSettings();
  const isReserved = upc !== null && !isSame && isReservedUpc(codes, upc);
  return isReserved && !ownsCode ? { problems: [codeReserved('upc-code', codes.gs1 ?? '')] } : {};
};

/** An album with songs cannot become a video release, even if a song is added concurrently. */
const format: AlbumRule = ({ before, valid, caller }) => {
  const is = valid('format');
  const was = before?.fields.format;
  requireWritable(caller, [...(before ? [before] : []), { fields: { format: is } }]);
  if (!before || is !== 'video' || was === 'video') return {};
  const hasSongs = (before.counts?.[SONGS] ?? 0) > 0;
  return {
    problems: hasSongs ? [onlyVideos('/data/attributes/format')] : [],
    writes: [{ check: recordKey(albums.type, before.id), condition: isZero({ name: SONGS }) }],
  };
};

const SONGS = 'album-tracks.album.songs';

const gtin: AlbumRule = ({ valid }) => {
  const upc = valid('upc-code');
  return upc === undefined ? {} : { fields: { gtin: upc === null ? null : (gtinOf(upc) ?? null) } };
};

export const albumHooks = hooksOf(albums, {
  load: async (sent, context): Promise<Loaded> => ({ ownsCode: await ownsSentCode(sent, context) }),
  decide: [code, format, gtin],
  remove: {
    decide(record, _, { caller, now }) {
      requireWritable(caller, [record]);
      throwIfAny(deletionProblem(record));
      const { title, 'upc-code': upc, 'upc-given': isGiven } = record.fields;
      const kept = {
        deliveries: { 'deleted-album': record.id, 'album-title': title, 'album-upc': upc },
        'distribution-requests': { 'deleted-at': now.toISOString() },
      };
      const writes = isGiven && upc !== null ? [rememberUpc(record.ownerId, upc)] : [];
      // Requests and approvals write the album, but deleting its dependants in parts changes only its counts.
      return { held: [unchangedCheck(record)], kept, writes };
    },
  },
});

/** Looks only for a new code that the stage alone gives. */
async function ownsSentCode(sent: Sent<typeof albums>, context: Context): Promise<boolean> {
  const upc = sent.isSent('upc-code') ? await sent.valid('upc-code') : null;
  if (upc === undefined || upc === null || !isReservedUpc(readSettings().codes, upc)) return false;
  const current = (await sent.before)?.fields;
  if (current?.['upc-given'] || (current && gtinOf(upc) === current.gtin)) return false;
  return ownsUpc(context, sent.ownerId, upc);
}
