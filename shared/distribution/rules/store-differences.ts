/** The known differences of a release from what stores have. Pure. */

interface Code {
  /** With which stores got it; null if they did not. */
  readonly inStores: string | null;
  readonly now: string | null;
}

interface ComparedTrack {
  readonly disc: number;
  readonly order: number;
  readonly title: string;
  readonly isrc: Code;
  /** Whether no store has it, on this album or another. */
  readonly isNew: boolean;
  readonly updatedAt: string;
  /** Whether its changes are listed elsewhere. */
  readonly isTold: boolean;
}

interface Compared {
  readonly upc: Code;
  /** When the first of the stores got what they have. */
  readonly since: string;
  readonly tracks: readonly ComparedTrack[];
}

/** @returns sentences, the most important first. */
export function storeDifferences({ upc, since, tracks }: Compared): string[] {
  return [
    ...codeSentence('The album', 'UPC', upc),
    ...tracks.flatMap((track) => trackSentence(track, since)),
  ];
}

function codeSentence(thing: string, name: string, { inStores, now }: Code): string[] {
  if (inStores === null || inStores === now) return [];
  return [`${thing} has the ${name} ${inStores} in stores, and ${now === null ? 'none' : now} now.`];
}

function trackSentence(track: ComparedTrack, since: string): string[] {
  const thing = `Track ${track.disc}.${track.order} "${track.title}"`;
  if (track.isNew) return [`${thing} is new to stores.`];
  const code = codeSentence(thing, 'ISRC', track.isrc);
  if (code.length > 0) return code;
  return track.updatedAt > since && !track.isTold ? [`${thing} was changed after stores got it.`] : [];
}
