/** What is linked to a track, and what its places keep of it (shared/catalogue/rules/track-lacks.ts, track-warnings.ts). */
import type { Change } from '../../kit/records/changes.ts';
import { type GuardedLinkings, guardedLinkings } from '../../kit/records/linked-records.ts';
import type { Linking } from '../../kit/records/links.ts';
import { changedUnseen, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { type AlbumTrack, albumTracks } from '../api/album-tracks.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { allLacks, type LackChanges, type TrackLack, withLacks } from '../rules/track-lacks.ts';
import { type SoundedFields, type SoundMark, soundMarksOf } from '../rules/track-sound.ts';
import { type TrackWarning, type WarnedFields, warningsOfFields } from '../rules/track-warnings.ts';
import { notedYear } from '../rules/unusual-numbers.ts';

type RecordSource = Pick<Store, 'api' | 'table'>;
type TrackId = Pick<Track, 'id' | 'ownerId'>;

const targetOf = ({ id, ownerId }: TrackId) => ({ type: tracks.type, id, ownerId });

const MAIN_ARTIST = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;

export const isMainArtist = (role: string | null | undefined): boolean => role === MAIN_ARTIST;

export const artistsOf = (store: RecordSource, track: TrackId): Promise<GuardedLinkings> =>
  guardedLinkings(store, targetOf(track), { resource: trackArtists, by: 'track' });

export const mainArtistsIn = (linkings: readonly Linking[]): Linking[] =>
  linkings.filter(({ ids }) => isMainArtist(ids['artist-role']));

/** The slot of a master in the list of its track is its type. */
export const hasVideoMaster = (masters: readonly Linking[]): boolean =>
  masters.some(({ slot }) => slot === 'video');

/** What is linked to a track. */
export interface TrackContents {
  readonly artists: GuardedLinkings;
  readonly masters: GuardedLinkings;
}

/** @param store for a decision, one whose reads are not held: `notesOf` returns their checks. */
export async function contentsOf(store: RecordSource, track: TrackId): Promise<TrackContents> {
  const [artists, masters] = await Promise.all([
    artistsOf(store, track),
    guardedLinkings(store, targetOf(track), { resource: trackAssets, by: 'track' }),
  ]);
  return { artists, masters };
}

/** Why what is linked to a track is not held when it is read. */
export const CONTENTS =
  'The rule holds what the notes of a place depend on, which are the masters of videos alone.';

/** What is linked to a new track. */
const NONE: TrackContents = {
  artists: { linkings: [], unchanged: [] },
  masters: { linkings: [], unchanged: [] },
};

/** What a place keeps of its track. */
export interface PlaceNotes {
  readonly lacks: TrackLack[];
  readonly warnings: TrackWarning[];
  /** Whether it states its `ai-usage`. */
  readonly ai: boolean;
  /** The year of its rights, if it is unusually late. */
  readonly 'rights-year': number | null;
  /** What is known of its sound. */
  readonly sound: SoundMark[];
}

type StatedFields = WarnedFields & SoundedFields & Pick<Track['fields'], 'ai-usage' | 'rights-owner-year'>;

/** What the fields of a track decide alone, without what it lacks. */
export const notesOfFields = (fields: StatedFields): Omit<PlaceNotes, 'lacks'> => ({
  warnings: warningsOfFields(fields),
  ai: fields['ai-usage'] !== null,
  'rights-year': notedYear(fields['rights-owner-year']),
  sound: soundMarksOf(fields),
});

/**
 * For a place that is made or assessed.
 * @returns writes that fail if something was linked to the track or removed since. Another check must find
 * whether its fields are unchanged.
 */
export function notesOf(
  fields: Parameters<typeof allLacks>[0] & StatedFields,
  { artists, masters } = NONE,
): { readonly notes: PlaceNotes; readonly unchanged: readonly Write[] } {
  const linked = {
    hasMainArtist: mainArtistsIn(artists.linkings).length > 0,
    hasVideoMaster: hasVideoMaster(masters.linkings),
  };
  return {
    notes: { lacks: allLacks(fields, linked), ...notesOfFields(fields) },
    unchanged: [...artists.unchanged, ...(fields['is-video'] ? masters.unchanged : [])],
  };
}

export const haveSameNotes = (some: PlaceNotes, others: PlaceNotes): boolean =>
  String(some.lacks) === String(others.lacks) &&
  String(some.warnings) === String(others.warnings) &&
  some.ai === others.ai &&
  some['rights-year'] === others['rights-year'] &&
  String(some.sound) === String(others.sound);

/** Changes the places of a track, if that changes them. */
export const placesWith = (
  places: readonly AlbumTrack[],
  {
    lacks: changes = {},
    ...fields
  }: Partial<Pick<AlbumTrack['fields'], 'kind' | 'warnings' | 'sound'>> & { lacks?: LackChanges },
): Change[] =>
  places.flatMap((before) => {
    const lacks = withLacks(before.fields.lacks, changes);
    const after = changedUnseen(before, { ...fields, lacks });
    const isSame = after.fields.kind === before.fields.kind && haveSameNotes(after.fields, before.fields);
    return isSame ? [] : [{ resource: albumTracks, before, after }];
  });
