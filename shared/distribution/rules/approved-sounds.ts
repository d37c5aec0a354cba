/** What was not known, or known to be foreign, of the sounds of a request when it was approved. Pure. */
import * as v from 'valibot';
import type { TrackSound } from '../../catalogue/rules/track-sound.ts';

const kinds = ['not_heard', 'not_compared', 'foreign'] as const;
type Kind = (typeof kinds)[number];

const ids = {
  not_heard: v.array(v.string()),
  not_compared: v.array(v.string()),
  foreign: v.array(v.string()),
};

/** Kept with the decision. Older decisions have none. */
export const approvedSounds = v.object({
  /** How many tracks there were. */
  count: v.number(),
  /** How often the owner had changed audio of the album (counters.ts). Unknown in rows of 0.2.0. */
  changes: v.exactOptional(v.number()),
  /** The first of them. */
  tracks: v.array(v.object({ id: v.string(), place: v.string(), is: v.picklist(kinds) })),
  /** The ids of the others, by kind, if there are more. */
  others: v.exactOptional(v.object(ids)),
});

export type ApprovedSounds = v.InferOutput<typeof approvedSounds>;

/** Only this many are named by place, which keeps the record of a decision small. */
const MAX_TRACKS = 20;

interface SoundedPlace {
  readonly trackId: string;
  readonly disc: number;
  readonly order: number;
  readonly sound: TrackSound;
}

/** @returns undefined for a sound with which a request can be approved automatically. */
function kindOf({ hearing, isForeign, hasUnheard }: TrackSound): Kind | undefined {
  if (isForeign) return 'foreign';
  if (hearing === 'not_heard' || hearing === 'not_compared') return hearing;
  if (hearing === 'partly_heard') return 'not_heard';
  return hasUnheard ? 'not_heard' : undefined;
}

/** Whether a person must decide: it is a recording of another owner, or was not compared with released tracks. */
export const isQuestionable = (sound: TrackSound): boolean => kindOf(sound) !== undefined;

/** @param changes how often the owner has changed audio of the album. */
export function soundsOn(places: readonly SoundedPlace[], changes: number): ApprovedSounds {
  const all = places.flatMap(({ trackId: id, disc, order, sound }) => {
    const is = kindOf(sound);
    return is ? [{ id, place: `${disc}.${order}`, is }] : [];
  });
  const sounds = { count: all.length, changes, tracks: all.slice(0, MAX_TRACKS) };
  const others = all.slice(MAX_TRACKS);
  if (others.length === 0) return sounds;
  const idsOf = (kind: Kind) => others.flatMap(({ id, is }) => (is === kind ? [id] : []));
  return {
    ...sounds,
    others: {
      not_heard: idsOf('not_heard'),
      not_compared: idsOf('not_compared'),
      foreign: idsOf('foreign'),
    },
  };
}

/** @returns undefined for a decision that did not depend on sounds. */
export const soundsOf = (decision: object | undefined): ApprovedSounds | undefined => {
  const sounds = decision && 'sounds' in decision ? decision.sounds : undefined;
  return v.is(approvedSounds, sounds) ? sounds : undefined;
};

function approvedAs({ tracks, others }: ApprovedSounds, id: string): Kind | undefined {
  const first = tracks.find((each) => each.id === id)?.is;
  return first ?? kinds.find((kind) => others?.[kind].includes(id));
}

/** What the owner of an album has changed of its sounds since they were approved. */
export interface SoundsChanged {
  /** Whether it is unknown which they are, so that all count as changed. */
  readonly isAny: boolean;
  /** Ids of tracks with another audio file. */
  readonly audio: ReadonlySet<string>;
  /** Ids of tracks with another video or Dolby Atmos master. */
  readonly masters: ReadonlySet<string>;
}

export const sameSounds: SoundsChanged = { isAny: false, audio: new Set(), masters: new Set() };

/** It is unknown which have changed. */
export const anySounds: SoundsChanged = { ...sameSounds, isAny: true };

const hasOtherAudio = ({ isAny, audio }: SoundsChanged, id: string): boolean => isAny || audio.has(id);

export const hasOtherMasters = ({ isAny, masters }: SoundsChanged, id: string): boolean =>
  isAny || masters.has(id);

/**
 * Whether a track with this sound was approved. An approval without analysis covers neither a recording of
 * another owner nor another file.
 */
export function wasApproved(
  approved: ApprovedSounds,
  { id, sound }: { readonly id: string; readonly sound: TrackSound },
  changed: SoundsChanged,
): boolean {
  if (!isQuestionable(sound)) return true;
  const is = approvedAs(approved, id);
  if (is === undefined || (sound.isForeign && is !== 'foreign')) return false;
  if (isQuestionable({ ...sound, hasUnheard: false }) && hasOtherAudio(changed, id)) return false;
  return !sound.hasUnheard || !hasOtherMasters(changed, id);
}

const says: Readonly<Record<Kind, string>> = {
  not_heard: 'not analyzed before the approval',
  not_compared: 'not compared, because their owner does not allow it',
  foreign: 'found to be recordings of another owner before the approval',
};

/** @returns a sentence for each kind, such as "Tracks that were not analyzed before the approval: 1.1, 1.3." */
export function soundSentences({ count, tracks }: ApprovedSounds): string[] {
  const sentences = kinds.flatMap((kind) => {
    const places = tracks.filter(({ is }) => is === kind).map(({ place }) => place);
    return places.length === 0 ? [] : [`Tracks that were ${says[kind]}: ${places.join(', ')}.`];
  });
  const more = count - tracks.length;
  return more > 0 ? [...sentences, `The same applies to ${more} more.`] : sentences;
}
