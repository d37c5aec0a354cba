/** Validates artist profiles on DSPs: the formats of their ids and URLs (specification 2.10). */

export interface ProfileBases {
  readonly alpha: string;
  readonly beta: string;
  readonly delta: string;
}

/** Placeholder id of a profile that DSP 1 creates with the artist's first release. */
const NEW_PROFILE = 'NEW';

/** The profile on DELTA_LIBRARY is a copy of the one on DELTA. */
const ALPHA = '1';
export const DELTA = '12';
export const DELTA_LIBRARY = '16';

interface Format {
  readonly pattern: RegExp;
  readonly expects: string;
  /** The URL of the profile with the id captured by the pattern. */
  readonly url: (bases: ProfileBases, id: string) => string;
}

const NUMERIC = { pattern: /^(\d{1,500})$/, expects: 'digits only' };

const formats: Readonly<Record<string, Format>> = {
  [ALPHA]: {
    pattern: /^alpha:artist:([A-Za-z0-9]{1,30})$/,
    expects: 'alpha:artist:<id>, where <id> has 1 to 30 letters and digits',
    url: ({ alpha }, id) => `${alpha}/artist/${id}`,
  },
  '4': { ...NUMERIC, url: ({ beta }, id) => `${beta}/artist/${id}` },
  [DELTA]: { ...NUMERIC, url: ({ delta }, id) => `${delta}/${id}` },
};

export interface Profile {
  readonly dspId: string;
  readonly externalId: string;
  /** Null if no URL was sent. */
  readonly url: string | null;
}

/** @returns a sentence that describes the fault of a profile, or undefined. */
export function profileFault({ dspId, externalId, url }: Profile, bases: ProfileBases): string | undefined {
  const format = Object.hasOwn(formats, dspId) ? formats[dspId] : undefined;
  if (!format) return `Artist profiles are supported on the DSPs ${Object.keys(formats).join(', ')}.`;
  if (isNewProfile({ dspId, externalId })) return undefined;
  const id = format.pattern.exec(externalId)?.[1];
  if (id === undefined) return `On DSP ${dspId}, external-artist-id must be ${format.expects}.`;
  const expected = format.url(bases, id);
  if (url === null) return `external-artist-url is required: ${expected}.`;
  return url === expected ? undefined : `external-artist-url must match the id: ${expected}.`;
}

export const isNewProfile = ({ dspId, externalId }: Pick<Profile, 'dspId' | 'externalId'>): boolean =>
  dspId === ALPHA && externalId === NEW_PROFILE;

/** @returns the list of operators that has the profile: those whose id is not known yet. */
export const profileListOf = (fields: Readonly<Record<string, unknown>>): 'new' | undefined =>
  fields['external-artist-id'] === NEW_PROFILE ? 'new' : undefined;

/** @param linked the artist's profile id on DSP 1. @returns why no new profile is possible, or undefined. */
export const newProfileFault = (linked: string | undefined): string | undefined =>
  linked === undefined || linked === NEW_PROFILE ? undefined : 'The artist already has a profile on DSP 1.';
