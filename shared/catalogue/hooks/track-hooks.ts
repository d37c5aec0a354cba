/** Hooks of tracks: what is read, the order of their rules, and what is deleted with a track. */
import { hooksOf, type Steps } from '../../kit/crud/write/hooks.ts';
import type { Write } from '../../kit/table/write.ts';
import { throwIfAny } from '../../kit/values/problems.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { changeCredits, creditsOf } from '../credits/change-credits.ts';
import { requestsUnchanged } from '../in-distribution/album-requests.ts';
import { leavingProblems } from '../in-distribution/stays-together.ts';
import { rememberIsrc } from '../owned-codes.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { versionOf } from '../rules/track-version.ts';
import { code, loadCodeOwner } from './track-code.ts';
import { credits, loadCredits } from './track-credits.ts';
import { kind, loadMasters } from './track-kind.ts';
import { leaving, places } from './track-places.ts';
import { albumsOf, loadReleases } from './track-releases.ts';
import type { LoadedTrack, TrackRule } from './track-rules.ts';

/** Each artist is counted in the same transaction as the track and its places. */
const MAX_ARTISTS = 20;

const artists: TrackRule = (draft) => {
  const all = draft.isSent('artists') ? (draft.valid('artists') ?? []) : [];
  if (all.length <= MAX_ARTISTS) return {};
  const detail = `A track has at most ${MAX_ARTISTS} direct artists.`;
  return { problems: [{ code: 'limit_reached', detail, pointer: '/data/relationships/artists' }] };
};

const version: TrackRule = (draft) => {
  const [named] = draft.linked('version');
  const sent = draft.isSent('version') ? draft.valid('version') : undefined;
  const asked = {
    text: draft.isSent('version-description') ? draft.valid('version-description') : undefined,
    version: sent === null ? null : named && { id: named.id, name: String(named.fields['name']) },
  };
  const { text, version: id } = versionOf(asked, draft.before?.fields['version-description'] ?? null);
  return { fields: { 'version-description': text, ...(id !== undefined && { version: id }) } };
};

export const trackHooks = hooksOf(tracks, {
  async load(sent, context): Promise<LoadedTrack> {
    const [releases, masters, ownsCode, loadedCredits] = await Promise.all([
      loadReleases(sent, context),
      loadMasters(sent, context),
      loadCodeOwner(sent, context),
      loadCredits(sent, context),
    ]);
    return { releases, masters, ownsCode, credits: loadedCredits };
  },
  // Places and credits need the kind, and credits are written only if nothing before them was wrong.
  decide: [kind, code, version, artists, credits, places, leaving],
  remove: {
    async load(track, context) {
      const owned = { parentId: track.id, ownerId: track.ownerId };
      const [all, state] = await Promise.all([
        albumsOf(context, track),
        track.fields['credits-count'] === 0 ? undefined : creditsOf(context, owned),
      ]);
      return { albums: all, credits: state };
    },
    decide(track, { albums, credits: state }, { caller, now }) {
      requireWritable(caller, albums);
      throwIfAny(leavingProblems(albums));
      const { writes, around } = state ? withoutCredits(state, now) : { writes: [] };
      return {
        writes: [...writes, ...codeKept(track)],
        held: albums.map(requestsUnchanged),
        ...(around && { around }),
      };
    },
  },
});

const codeKept = ({ ownerId, fields: { 'isrc-code': isrc, 'isrc-given': isGiven } }: Track): Write[] =>
  isGiven && isrc !== null ? [rememberIsrc(ownerId, isrc)] : [];

/** The credits of a track are deleted with it. */
function withoutCredits(
  state: Parameters<typeof changeCredits>[0],
  now: Date,
): { readonly writes: readonly Write[]; readonly around?: Steps } {
  const { writes, steps } = changeCredits(state, { credits: [], now, isLast: true });
  return { writes, around: { after: (ending, context) => steps.after(context, ending === 'saved') } };
}
