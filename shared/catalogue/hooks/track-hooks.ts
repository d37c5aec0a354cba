/** Hooks of tracks: what is read, the order of their rules, and what is deleted with a track. */
import type { Context } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf, type Sent } from '../../kit/crud/write/hooks.ts';
import type { GuardedLinkings } from '../../kit/records/linked-records.ts';
import type { Write } from '../../kit/table/write.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Album } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { changeCredits, creditsOf } from '../credits/change-credits.ts';
import type { CreditState } from '../credits/replace-credits.ts';
import { ownsIsrc, rememberIsrc } from '../owned-codes.ts';
import { codeGiven, codeReserved, isReservedIsrc } from '../rules/given-codes.ts';
import { isSameIsrc } from '../rules/isrc.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { lyricsEnd } from '../rules/synced-lyrics.ts';
import { versionOf } from '../rules/track-version.ts';
import { isShifting, moveOthers, movingBeside } from './moving-places.ts';
import { budgetBeside, credits, loadCredits } from './track-credits.ts';
import { kind, loadMasters } from './track-kind.ts';
import { places } from './track-places.ts';
import { albumsOf, linksOf, loadReleases, type TrackReleases } from './track-releases.ts';
import type { TrackRule } from './track-rule.ts';

/** A code that the service gave keeps its spelling. Owners cannot choose others with the stage's prefix. */
const code: TrackRule = ({ before, valid }, { ownsCode }) => {
  const sent = valid('isrc-code');
  const current = before?.fields;
  if (sent === undefined || sent === current?.['isrc-code']) return undefined;
  const isSame = isSameIsrc(sent, current?.['isrc-code']);
  if (current?.['isrc-given'])
    return isSame
      ? { fields: { 'isrc-code': current['isrc-code'] } }
      : { problems: [codeGiven('isrc-code')] };
  const { codes } = readSettings();
  const isReserved = sent !== null && !isSame && isReservedIsrc(codes, sent);
  return isReserved && !ownsCode ? { problems: [codeReserved('isrc-code', codes.isrc)] } : undefined;
};

/** Each artist is counted in the same transaction as the track and its places. */
const MAX_ARTISTS = 20;

const artists: TrackRule = (draft) => {
  const all = draft.isSent('artists') ? (draft.valid('artists') ?? []) : [];
  if (all.length <= MAX_ARTISTS) return undefined;
  const detail = `A track has at most ${MAX_ARTISTS} direct artists.`;
  return { problems: [{ code: 'limit_reached', detail, pointer: '/data/relationships/artists' }] };
};

const version: TrackRule = (draft) => {
  const [linked] = draft.linked('version');
  const sent = draft.isSent('version') ? draft.valid('version') : undefined;
  const request = {
    text: draft.isSent('version-description') ? draft.valid('version-description') : undefined,
    version: sent === null ? null : linked && { id: linked.id, name: String(linked.fields['name']) },
  };
  const { text, version: id } = versionOf(request, draft.before?.fields['version-description'] ?? null);
  return { fields: { 'version-description': text, ...(id !== undefined && { version: id }) } };
};

const lyrics: TrackRule = (draft) => {
  if (!draft.isSent('synced-lyrics')) return undefined;
  return { fields: { 'synced-lyrics-end': lyricsEnd(draft.valid('synced-lyrics') ?? null) } };
};

const others: TrackRule = (draft, { moving }) => moveOthers(draft, moving);

/** What the hooks of a track that is deleted read. */
export interface RemovedTrack {
  readonly links: GuardedLinkings;
  readonly releases: readonly Album[];
  readonly credits: CreditState | undefined;
}

export const trackHooks = hooksOf(tracks, {
  load(sent, context) {
    const releases = loadReleases(sent, context);
    return {
      releases,
      moving: movingTrack(sent, releases, context),
      masters: loadMasters(sent, context),
      ownsCode: loadCodeOwner(sent, context),
      credits: loadCredits(sent, context),
    };
  },
  // Places need the kind, and credits are written only if nothing before them was wrong.
  decide: [kind, code, version, lyrics, artists, credits, places, others],
  remove: {
    load(track, context) {
      const links = linksOf(context, track);
      return {
        links,
        releases: links.then((read) => albumsOf(context, read)),
        credits:
          track.fields['credits-count'] > 0
            ? creditsOf(context, { parentId: track.id, ownerId: track.ownerId })
            : undefined,
      };
    },
    decide(track, { links, releases, credits: state }: RemovedTrack, { caller, now }) {
      requireWritable(caller, releases);
      if (!state) return { writes: codeKept(track) };
      const { writes, steps } = changeCredits(state, {
        credits: [],
        now,
        isLast: true,
        ...budgetBeside(links.linkings.length),
      });
      return {
        writes: [...writes, ...codeKept(track)],
        around: { after: (ending, context) => steps.after(context, ending === 'saved') },
      };
    },
  },
});

/** The order that is sent is that of each place that stays. */
async function movingTrack(
  sent: Sent<typeof tracks>,
  loading: Promise<TrackReleases>,
  context: DecidingContext,
) {
  if (!isShifting(sent) || !sent.isSent('order')) return undefined;
  const [{ places: all = [], future }, order] = await Promise.all([loading, sent.valid('order')]);
  if (order === undefined) return undefined;
  const staying = all.filter(({ fields }) => future.some(({ id }) => id === fields.album));
  return movingBeside(
    context,
    staying.map((place) => ({ place, to: { disc: place.fields.disc, order } })),
  );
}

/** Looks only for a new code that the stage alone gives. @returns whether the owner has or had it. */
async function loadCodeOwner(sent: Sent<typeof tracks>, context: Context): Promise<boolean> {
  const sentCode = sent.isSent('isrc-code') ? await sent.valid('isrc-code') : undefined;
  if (!sentCode || !isReservedIsrc(readSettings().codes, sentCode)) return false;
  const current = (await sent.before)?.fields;
  if (current?.['isrc-given'] || isSameIsrc(sentCode, current?.['isrc-code'])) return false;
  return ownsIsrc(context, sent.ownerId, sentCode);
}

const codeKept = ({ ownerId, fields: { 'isrc-code': isrc, 'isrc-given': isGiven } }: Track): Write[] =>
  isGiven && isrc !== null ? [rememberIsrc(ownerId, isrc)] : [];
