/** Hooks of albums: product codes and the requirements of video releases. */
import type { Context } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf, type Rule, type Sent } from '../../kit/crud/write/hooks.ts';
import { valueTaken } from '../../kit/records/outcome.ts';
import { readSettings } from '../../platform/settings.ts';
import { albums } from '../api/albums.ts';
import { artworkWork } from '../artwork/artwork-work.ts';
import { songs } from '../counters.ts';
import { isFormerUpcOfOthers } from '../former-upcs.ts';
import { ownsUpc, rememberUpc } from '../owned-codes.ts';
import { codeGiven, codeReserved, isReservedUpc } from '../rules/given-codes.ts';
import { onlyVideos, requireWritable } from '../rules/music-videos.ts';
import { preOrderProblems, releaseTimeProblems } from '../rules/release-time.ts';
import { gtinOf } from '../rules/upc.ts';

interface LoadedCodes {
  readonly ownsCode: boolean;
  /** Whether stores got another album with the sent code. */
  readonly isOthersCode: boolean;
}

type AlbumRule = Rule<typeof albums, LoadedCodes>;

/** A code that the service gave keeps its spelling. Owners cannot choose others with the stage's prefix. */
const code: AlbumRule = ({ before, valid }, { ownsCode, isOthersCode }) => {
  const upc = valid('upc-code');
  const current = before?.fields;
  if (upc === undefined || upc === current?.['upc-code']) return undefined;
  const gtin = upc === null ? null : (gtinOf(upc) ?? null);
  const isSame = upc !== null && gtin === current?.gtin;
  if (current?.['upc-given'])
    return isSame ? { fields: { 'upc-code': current['upc-code'] } } : { problems: [codeGiven('upc-code')] };
  const { codes } = readSettings();
  const isReserved = upc !== null && !isSame && isReservedUpc(codes, upc);
  if (isReserved && !ownsCode) return { problems: [codeReserved('upc-code', codes.gs1)] };
  return isOthersCode ? { problems: [takenUpc] } : { fields: { gtin } };
};

/** A store would show two albums with one code. */
const takenUpc = valueTaken({ resource: albums, field: 'upc-code' });

/** What was read of the artwork is that of another file when its address changes. */
const artwork: AlbumRule = ({ before, valid }) => {
  const sent = valid('artwork');
  const isOther = before && sent !== undefined && sent !== before.fields.artwork;
  return isOther ? { fields: { 'artwork-read': null } } : undefined;
};

/** When stores sell and publish it. */
const times: AlbumRule = ({ before, valid, isSent }) => {
  const [day, time, zone] = [valid('release_date'), valid('release-time'), valid('release-time-zone')];
  const preOrder = valid('pre-order-date');
  const isChanged = (name: 'release_date' | 'release-time' | 'release-time-zone' | 'pre-order-date') =>
    before ? valid(name) !== before.fields[name] : isSent(name);
  const hasZone = isSent('release-time-zone') || (before && before.fields['release-time'] !== null);
  return {
    problems: [
      ...(time === undefined || zone === undefined
        ? []
        : releaseTimeProblems({ day, time, zone, hasZone: hasZone === true, isChanged })),
      ...(day === undefined || preOrder === undefined ? [] : preOrderProblems({ day, preOrder, isChanged })),
    ],
  };
};

/** An album with songs cannot become a video release. The write checks the count of songs. */
const format: AlbumRule = ({ before, valid, caller }) => {
  const becoming = { fields: { format: valid('format') } };
  requireWritable(caller, before ? [before, becoming] : [becoming]);
  if (!before || becoming.fields.format !== 'video' || before.fields.format === 'video') return undefined;
  return { problems: songs.of(before) > 0 ? [onlyVideos('/data/attributes/format')] : [] };
};

export const albumHooks = hooksOf(albums, {
  load: (sent, context) => ({
    ownsCode: ownsSentCode(sent, context),
    isOthersCode: isOthersCode(sent, context),
  }),
  decide: [code, artwork, times, format],
  remove: {
    decide(record, _, { caller }) {
      requireWritable(caller, [record]);
      const { 'upc-code': upc, 'upc-given': isGiven, 'artwork-read': read } = record.fields;
      return {
        writes: [
          ...(isGiven && upc !== null ? [rememberUpc(record.ownerId, upc)] : []),
          ...(read?.status === 'pending' ? [artworkWork.end(record.id)] : []),
        ],
      };
    },
  },
});

/** Looks only for a new code that the stage alone gives. */
async function ownsSentCode(sent: Sent<typeof albums>, context: Context): Promise<boolean> {
  const upc = sent.isSent('upc-code') ? await sent.valid('upc-code') : null;
  if (!upc || !isReservedUpc(readSettings().codes, upc)) return false;
  const current = (await sent.before)?.fields;
  if (current?.['upc-given'] || (current && gtinOf(upc) === current.gtin)) return false;
  return ownsUpc(context, sent.ownerId, upc);
}

async function isOthersCode(sent: Sent<typeof albums>, context: DecidingContext): Promise<boolean> {
  const upc = sent.isSent('upc-code') ? await sent.valid('upc-code') : null;
  const gtin = upc ? gtinOf(upc) : undefined;
  return gtin !== undefined && isFormerUpcOfOthers(context, sent, gtin);
}
