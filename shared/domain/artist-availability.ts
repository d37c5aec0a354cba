/** How an artist's profile on a DSP is named there (specification 2.10). */

export interface ProfileBases {
  readonly alpha: string;
  readonly beta: string;
  readonly delta: string;
}

/** Stands for a profile that does not exist yet: DSP 1 makes it with the first release. */
export const NEW_PROFILE = 'NEW';

/** The DSPs whose profiles are managed; the second delta DSP follows the first. */
const ALPHA = '1';
export const DELTA = '12';
export const DELTA_LIBRARY = '16';

interface Format {
  readonly pattern: RegExp;
  readonly expects: string;
  /** The address of the profile with the id that the pattern captured. */
  readonly url: (bases: ProfileBases, id: string) => string;
}

const NUMERIC = { pattern: /^(\d{1,500})$/, expects: 'digits only' };

const formats: Readonly<Record<string, Format>> = {
  [ALPHA]: {
    pattern: /^alpha:artist:([A-Za-z0-9]{1,30})$/,
    expects: 'alpha:artist:<id>, the id of letters and digits, 30 at most',
    url: ({ alpha }, id) => `${alpha}/artist/${id}`,
  },
  '4': { ...NUMERIC, url: ({ beta }, id) => `${beta}/artist/${id}` },
  [DELTA]: { ...NUMERIC, url: ({ delta }, id) => `${delta}/${id}` },
};

export interface Profile {
  readonly dspId: string;
  readonly externalId: string;
  /** Null: none was sent. */
  readonly url: string | null;
}

/** Every DSP on which an artist can have a profile, the copy's included. */
export const profileDsps: readonly string[] = [...Object.keys(formats), DELTA_LIBRARY];

/** @returns a sentence about what is wrong with a profile, or undefined. */
export function profileFault({ dspId, externalId, url }: Profile, bases: ProfileBases): string | undefined {
  const format = Object.hasOwn(formats, dspId) ? formats[dspId] : undefined;
  if (!format) return `Profiles are kept for the DSPs ${Object.keys(formats).join(', ')}.`;
  if (isNewProfile({ dspId, externalId })) return undefined;
  const id = format.pattern.exec(externalId)?.[1];
  if (id === undefined) return `On DSP ${dspId}, external-artist-id must be ${format.expects}.`;
  const wanted = format.url(bases, id);
  if (url === null) return `external-artist-url is required: ${wanted}.`;
  return url === wanted ? undefined : `external-artist-url must match the id: ${wanted}.`;
}

export const isNewProfile = ({ dspId, externalId }: Pick<Profile, 'dspId' | 'externalId'>): boolean =>
  dspId === ALPHA && externalId === NEW_PROFILE;

/** @returns why an artist cannot have a brand-new profile, or undefined. @param linked the profile id it has on DSP 1. */
export function newProfileFault(linked: string | undefined, sentReleases: number): string | undefined {
  if (linked !== undefined && linked !== NEW_PROFILE) return 'The artist has a profile on DSP 1 already.';
  return sentReleases > 0 ? 'The artist is on a release that was sent already: name its profile.' : undefined;
}
