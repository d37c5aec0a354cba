/** Tracks that move because another track of their album gets their place (`shift` in `data.meta`). */
import type { DecidingContext, Draft, Sent, WriteDecision } from '../../kit/crud/write/hooks.ts';
import type { Declared } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
import { guardedLinkings } from '../../kit/records/linked-records.ts';
import { changed, findRecords } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { type AlbumTrack, albumTracks } from '../api/album-tracks.ts';
import { albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { farthestOn, type Listed, mostMoved, movesBeside, type Slot, slotIn } from '../rules/place-moves.ts';

interface MovedPlace {
  readonly place: AlbumTrack;
  readonly to: Slot;
}

interface Moving {
  readonly moves: readonly Listed[];
  /** How many can move. */
  readonly most: number;
  /** The last place on the way to which the track can be moved. */
  readonly farthest: Slot | undefined;
  readonly places: readonly AlbumTrack[];
  readonly tracks: readonly Track[];
}

export interface LoadedMoves {
  /** Undefined unless the request moves others. */
  readonly moving: Moving | undefined;
}

/** Whether the request lets other tracks move. */
export const isShifting = ({ isNew, meta }: Pick<Sent<Declared>, 'isNew' | 'meta'>): boolean =>
  !isNew && meta['shift'] === true;

/** @param moved places of one track, with where the request moves them. */
export async function movingBeside(context: DecidingContext, moved: readonly MovedPlace[]): Promise<Moving> {
  const moves = (await Promise.all(moved.map((each) => movesOnAlbum(context, each)))).flat();
  const most = mostMoved(moved.length);
  const [only, ...others] = moved;
  const way = only && others.length === 0 ? { from: only.place.fields, to: only.to, most } : undefined;
  const moving = { moves, most, farthest: way && farthestOn(moves, way) };
  if (moves.length > most) return { ...moving, places: [], tracks: [] };
  const places = await findRecords(
    context,
    albumTracks,
    moves.map(({ id }) => id),
  );
  const ids = places.flatMap(({ fields }) => fields.track ?? []);
  return { ...moving, places, tracks: await findRecords(context, tracks, ids) };
}

async function movesOnAlbum(context: DecidingContext, { place, to }: MovedPlace): Promise<Listed[]> {
  const { album, disc, order } = place.fields;
  if (album === null) return [];
  const target = { type: albums.type, id: album, ownerId: place.ownerId };
  const { linkings } = await guardedLinkings(context, target, { resource: albumTracks, by: 'album' });
  const others = linkings.flatMap(({ id, slot }) =>
    id === place.id || slot === undefined ? [] : [{ id, ...slotIn(slot) }],
  );
  return movesBeside(others, { from: { disc, order }, to });
}

/** The places that move, and the tracks that show them. @throws too_many_changes (422). */
export function moveOthers(
  draft: Pick<Draft<typeof tracks>, 'now'>,
  moving: Moving | undefined,
): Pick<WriteDecision<typeof tracks>, 'also' | 'problems'> {
  if (!moving) return {};
  const { moves, most, farthest } = moving;
  if (moves.length > most)
    throw problem('too_many_changes', tooMany(moves.length, farthest), { pointer: POINTER });
  if (moves.some(({ order }) => !Number.isSafeInteger(order)))
    return {
      problems: [{ code: 'invalid_value', detail: 'There is no order after this one.', pointer: POINTER }],
    };
  return { also: moves.flatMap((move) => movedChanges(draft, moving, move)) };
}

function tooMany(others: number, farthest: Slot | undefined): string {
  const step = farthest
    ? `Move the track to order ${farthest.order} first.`
    : 'Move the track in several steps.';
  return `This moves ${others} other tracks, which are too many for one request. ${step}`;
}

const POINTER = '/data/attributes/order';

function movedChanges(
  draft: Pick<Draft<typeof tracks>, 'now'>,
  { places, tracks: shown }: Moving,
  { id, disc, order }: Listed,
): Change[] {
  const place = places.find((each) => each.id === id);
  if (!place) return [];
  const track = shown.find((each) => each.id === place.fields.track);
  const fields = { disc, order };
  const own: Change = {
    resource: albumTracks,
    before: place,
    after: changed(draft, albumTracks, { before: place, fields }),
  };
  if (!track || track.fields['oldest-album'] !== place.fields.album) return [own];
  return [own, { resource: tracks, before: track, after: changed(draft, tracks, { before: track, fields }) }];
}
