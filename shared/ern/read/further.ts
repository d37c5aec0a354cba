/**
 * What a message of ERN cannot hold of a release, such as lyrics. An exported message has it as JSON in a
 * processing instruction, which other readers skip.
 */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import {
  artistNamesOf,
  placeOf,
  type Release,
  type ReleaseTrack,
  releaseForm,
} from '../../catalogue/back-catalogue/release-form.ts';

const { entries } = releaseForm;
const track = entries.tracks.item.entries;

const furtherForm = v.strictObject({
  release: v.partial(v.strictObject(v.omit(releaseForm, ['tracks']).entries)),
  /** By place. */
  tracks: v.record(v.string(), v.partial(v.strictObject(track))),
});

export type Further = v.InferOutput<typeof furtherForm>;

/** The name of the processing instruction. */
export const FURTHER = 'music-distribution';

/** @param content of the instruction. @returns undefined if it is not what an export writes. */
export function furtherIn(content: string): Further | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), furtherForm), content);
  return read.success ? read.output : undefined;
}

/** @returns the instruction. Its text has no character that ends it or that XML forbids. */
export const instructionOf = (further: Further): string => {
  const text = JSON.stringify(further).replace(
    /[^\x20-\x3d\x40-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<?${FURTHER} ${text}?>`;
};

export function completed(read: Release, { release, tracks }: Further): Release {
  const whole = merged(read, release);
  const shared = new Set(whole.shared.map(placeOf));
  const own = read.tracks.filter((each) => !shared.has(placeOf(each)));
  const kept = { ...whole, tracks: own.map((each) => merged(each, tracks[placeOf(each)] ?? {})) };
  const names = new Set(artistNamesOf(kept));
  return { ...kept, identifiers: whole.identifiers.filter(({ name }) => names.has(name)) };
}

type Members = Readonly<Record<string, unknown>>;
type WithMembers = { readonly attributes?: Members | undefined; readonly links?: Members | undefined };
type More<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Attributes and links are merged by name, other members are replaced. */
const merged = <T extends Release | ReleaseTrack>(read: T, more: More<T> & WithMembers): T => ({
  ...read,
  ...more,
  attributes: { ...read.attributes, ...more.attributes },
  links: { ...read.links, ...more.links },
});

/** @returns what differs between a release and what was read from its message. */
export function furtherOf(release: Release, read: Release): Further {
  const { tracks: _, ...ofRelease } = release;
  const tracks = release.tracks.flatMap((each) => {
    const same = read.tracks.find((other) => placeOf(other) === placeOf(each));
    const more = differing(each, same ?? each);
    return Object.keys(more).length > 0 ? [[placeOf(each), more] as const] : [];
  });
  return { release: differing(ofRelease, read), tracks: Object.fromEntries(tracks) };
}

function differing<T extends WithMembers & object>(whole: T, read: Members & WithMembers): More<T> {
  const parts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(whole)) {
    const other: unknown = read[name];
    if (name !== 'attributes' && name !== 'links') {
      if (!isDeepStrictEqual(value, other)) parts[name] = value;
      continue;
    }
    const more = differingMembers(Object(value), Object(other));
    if (Object.keys(more).length > 0) parts[name] = more;
  }
  return parts as More<T>;
}

/** Null and a missing value are the same. */
const differingMembers = (whole: Members, read: Members): Members =>
  Object.fromEntries(
    [...new Set([...Object.keys(whole), ...Object.keys(read)])].flatMap((name) => {
      const value = whole[name] ?? null;
      return isDeepStrictEqual(value, read[name] ?? null) ? [] : [[name, value] as const];
    }),
  );
