/** A catalogue of realistic size and names, as data: the same for the same seed. */
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import { SeededRandom } from './random.ts';
import { creditRoles, familyNames, givenNames, titleWords } from './words.ts';

/** Its order on the album is its position in the album's list. */
export interface GeneratedTrack {
  readonly title: string;
  /** Positions in the list of artists, with the keys of their roles: each pair once. */
  readonly artists: readonly { readonly artist: number; readonly role: string }[];
  readonly credits: readonly {
    readonly role: string;
    readonly name: string;
    readonly artist: number | null;
  }[];
  readonly lyrics: string | null;
  readonly syncedLyrics: string | null;
  readonly titleTranslations: readonly GeneratedTranslation[];
}

interface GeneratedTranslation {
  /** The id of a language. */
  readonly language: string;
  readonly title: string;
  readonly phonetic: string | null;
}

export interface GeneratedAlbum {
  readonly title: string;
  readonly upc: string;
  readonly releaseDate: string;
  readonly label: number;
  readonly artist: number;
  readonly tracks: readonly GeneratedTrack[];
}

export interface GeneratedCatalogue {
  readonly labels: readonly string[];
  readonly artists: readonly string[];
  readonly albums: readonly GeneratedAlbum[];
}

/**
 * @param size number of tracks in all, and the seed of all choices.
 * @returns about one album for nine tracks, one artist for eight and one label for two hundred.
 * @example generateCatalogue({ tracks: 1000, seed: 7 })
 */
export function generateCatalogue({
  tracks,
  seed = 1,
}: {
  tracks: number;
  seed?: number;
}): GeneratedCatalogue {
  const random = new SeededRandom(seed);
  const labels = unique(
    Math.ceil(tracks / 200),
    () => `${random.pick(titleWords)} ${random.pick(titleWords)} Records`,
  );
  const artists = unique(Math.ceil(tracks / 8), () => nameOf(random));
  const albums: GeneratedAlbum[] = [];
  for (let left = tracks; left > 0; ) {
    const size = Math.min(left, random.happens(0.3) ? 1 : random.between(4, 20));
    albums.push(
      albumOf(random, { size, number: albums.length, labels: labels.length, artists: artists.length }),
    );
    left -= size;
  }
  return { labels, artists, albums };
}

const nameOf = (random: SeededRandom): string => `${random.pick(givenNames)} ${random.pick(familyNames)}`;

/** Repeated names get a number, as people's do. */
function unique(count: number, make: () => string): string[] {
  const known = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const name = make();
    const times = (known.get(name) ?? 0) + 1;
    known.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  });
}

function albumOf(
  random: SeededRandom,
  { size, number, labels, artists }: { size: number; number: number; labels: number; artists: number },
): GeneratedAlbum {
  const artist = random.between(0, artists - 1);
  const day = String(random.between(1, 28)).padStart(2, '0');
  return {
    title: titleOf(random),
    upc: upcOf(number),
    releaseDate: `${random.between(1999, 2027)}-${String(random.between(1, 12)).padStart(2, '0')}-${day}`,
    label: random.between(0, labels - 1),
    artist,
    tracks: Array.from({ length: size }, () => ({
      title: titleOf(random),
      artists: artistsOf(random, { artist, artists }),
      credits: creditsOf(random, artists),
      lyrics: random.happens(0.4) ? `${titleOf(random)}\n`.repeat(random.between(8, 30)) : null,
      syncedLyrics: random.happens(0.2) ? timedLines(random) : null,
      titleTranslations: translationsOf(random),
    })),
  };
}

/** A line every other second. */
const timedLines = (random: SeededRandom): string =>
  Array.from(
    { length: random.between(8, 29) },
    (_, line) => `[00:${String(line * 2).padStart(2, '0')}.50]${titleOf(random)}`,
  ).join('\n');

const LANGUAGES = ['235', '148', '658'] as const;

const translationsOf = (random: SeededRandom): GeneratedTrack['titleTranslations'] =>
  LANGUAGES.filter(() => random.happens(0.1)).map((language) => ({
    language,
    title: titleOf(random),
    phonetic: random.happens(0.3) ? titleOf(random) : null,
  }));

const titleOf = (random: SeededRandom): string =>
  Array.from({ length: random.between(1, 4) }, () => random.pick(titleWords)).join(' ');

/** Eleven digits, and the check digit that fits. */
function upcOf(number: number): string {
  const digits = `85${String(number).padStart(9, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((code) => gtinOf(code)) ?? '';
}

function artistsOf(
  random: SeededRandom,
  { artist, artists }: { artist: number; artists: number },
): GeneratedTrack['artists'] {
  const composer = {
    artist: random.happens(0.6) ? artist : random.between(0, artists - 1),
    role: 'composer',
  };
  const guest = { artist: random.between(0, artists - 1), role: 'featuring' };
  return [{ artist, role: 'main_artist' }, composer, ...(random.happens(0.25) ? [guest] : [])];
}

/** Names are numbered, so that none appears twice under a role. */
const creditsOf = (random: SeededRandom, artists: number): GeneratedTrack['credits'] =>
  Array.from({ length: random.happens(0.2) ? 0 : random.between(1, 8) }, (_, index) => ({
    role: random.pick(creditRoles),
    name: `${nameOf(random)} ${index + 1}`,
    artist: random.happens(0.3) ? random.between(0, artists - 1) : null,
  }));
