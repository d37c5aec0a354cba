/** One line of import-matches: a match that another service has found, or one that it withdraws. Pure. */
import * as v from 'valibot';
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { id as recordId } from '../../kit/commands/arguments.ts';
import { calendarDay, integer, text } from '../../kit/declare/attribute.ts';
import { required } from '../../kit/values/required.ts';
import type { FoundMatch } from '../lists/found-match.ts';

/** The tracks to which a match belongs. */
export type MatchTarget = { readonly track: string } | { readonly isrc: string };

export type MatchLine =
  | { readonly is: 'match'; readonly name: string; readonly target: MatchTarget; readonly match: FoundMatch }
  | { readonly is: 'removal'; readonly name: string };

/** Bytes of a match as JSON, so that several fit into the row of a track. */
const MAX_BYTES = 16_000;
/** Reported for each line. */
const MAX_FAULTS = 5;

const MAX_TEXT = 500;
const MAX_ID = 200;
const MAX_ENTRIES = 50;
const MAX_RANGES = 200;
/** About eleven days, for recordings of streams. */
const MAX_SECONDS = 1_000_000;

const membersOnly = <const E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected }) => {
    if (expected === 'never') return 'is not a member that a line may have';
    return expected === 'Object' ? 'must be an object' : 'is required';
  });

/** Null and an omitted member stand for what is not known. */
const textOrEmpty = v.nullish(text(0, MAX_TEXT), '');
const idOrEmpty = v.nullish(text(0, MAX_ID), '');
const idOrNull = v.nullish(text(1, MAX_ID), null);

/** Ids can be numbers. */
const numberAsText = v.pipe(
  v.unknown(),
  v.transform((value) => (Number.isSafeInteger(value) ? String(value) : value)),
);

const listOf = <S extends v.GenericSchema>(entry: S, most: number) =>
  v.pipe(v.array(entry, 'must be a list'), v.maxLength(most, `must have at most ${most} entries`));

const name = text(1, MAX_TEXT);
/** A name, or an object with one. */
const namedEntry = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' ? { name: value } : value)),
  membersOnly({ name }),
);
const namedEntries = v.nullish(listOf(namedEntry, MAX_ENTRIES), []);

const seconds = v.pipe(
  v.number('must be a number of seconds'),
  v.minValue(0, 'must be 0 or greater'),
  v.maxValue(MAX_SECONDS, `must be ${MAX_SECONDS} or less`),
  v.transform((value) => Math.round(value * 1000) / 1000),
);
const range = v.pipe(
  membersOnly({ start: seconds, end: seconds, 'matched-start': seconds, 'matched-end': seconds }),
  v.check(({ start, end }) => start < end, 'must have a start before its end'),
  v.check(
    (each) => each['matched-start'] < each['matched-end'],
    'must have a matched-start before its matched-end',
  ),
);
const ranges = v.pipe(
  listOf(range, MAX_RANGES),
  v.transform((all) => all.toSorted((left, right) => left.start - right.start)),
);

const NO_TARGET = 'track or isrc is required';
const SOURCE = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,49}$/;

const finder = {
  source: v.pipe(
    v.string('must be a string'),
    v.regex(
      SOURCE,
      'must be 1 to 50 letters, digits, spaces, dots, hyphens and underscores, and begin with a letter or digit',
    ),
  ),
  id: v.pipe(numberAsText, text(1, MAX_ID)),
};

const matchSchema = v.pipe(
  membersOnly({
    ...finder,
    track: v.nullish(v.pipe(numberAsText, recordId)),
    isrc: v.nullish(
      v.pipe(
        text(1, MAX_ID),
        v.check((code) => readIsrc(code) !== null, 'must be an ISRC'),
      ),
    ),
    'is-cover': v.pipe(
      v.nullish(v.union([v.boolean(), v.literal(0), v.literal(1)], 'must be 0, 1, true or false'), 0),
      v.transform((value): 0 | 1 => (value ? 1 : 0)),
    ),
    title: textOrEmpty,
    'album-title': textOrEmpty,
    label: textOrEmpty,
    'isrc-code': idOrEmpty,
    'album-upc-code': idOrEmpty,
    'iswc-code': idOrNull,
    'release-date': v.nullish(calendarDay()),
    'video-platform-id': idOrEmpty,
    'alpha-id': idOrEmpty,
    'alpha-title': textOrEmpty,
    'alpha-album-id': idOrEmpty,
    'alpha-album-name': textOrEmpty,
    'beta-id': idOrNull,
    'gamma-id': idOrEmpty,
    'gamma-title': textOrEmpty,
    'gamma-album-id': idOrEmpty,
    'gamma-album-name': textOrEmpty,
    'confidence-score': v.nullish(integer(70, 100), null),
    artists: namedEntries,
    distributors: namedEntries,
    'time-offsets': v.nullish(ranges, []),
    'alpha-artists': v.nullish(listOf(membersOnly({ name, 'alpha-id': idOrNull }), MAX_ENTRIES), []),
    'gamma-artists': v.nullish(listOf(membersOnly({ name, 'gamma-id': idOrNull }), MAX_ENTRIES), []),
  }),
  v.check(({ track, isrc }) => (track ?? null) !== null || (isrc ?? null) !== null, NO_TARGET),
  v.check(
    ({ track, isrc }) => (track ?? null) === null || (isrc ?? null) === null,
    'only one of track and isrc is allowed',
  ),
);

const removalSchema = membersOnly({ ...finder, removed: v.literal(true, 'must be true') });

/**
 * What a match of another service has instead of the id of a released track. Sources contain no #.
 * @example matchName({ source: 'ear.example', id: '17' }) // 'ear.example#17'
 * @internal Tests name rows with it.
 */
export const matchName = ({ source, id }: { readonly source: string; readonly id: string }): string =>
  `${source}#${id}`;

/** @returns what the line says, or a sentence for each of its faults. */
export function readLine(line: unknown): MatchLine | { readonly faults: readonly string[] } {
  if (Array.isArray(line)) return { faults: ['The line must be an object.'] };
  return isRemoval(line) ? readRemoval(line) : readMatch(line);
}

const isRemoval = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.hasOwn(line, 'removed');

function readRemoval(line: unknown) {
  const { success, output, issues } = v.safeParse(removalSchema, line);
  return success ? { is: 'removal' as const, name: matchName(output) } : { faults: sentences(issues) };
}

function readMatch(line: unknown) {
  const { success, output, issues } = v.safeParse(matchSchema, line);
  if (!success) return { faults: sentences(issues) };
  if (Buffer.byteLength(JSON.stringify(output)) > MAX_BYTES)
    return { faults: [`The line has more than ${MAX_BYTES} bytes.`] };
  const { source, id, track, isrc, artists, distributors, ...others } = output;
  const { 'time-offsets': offsets, 'alpha-artists': alpha, 'gamma-artists': gamma, ...attributes } = others;
  const matchedTrackId = matchName({ source, id });
  return {
    is: 'match' as const,
    name: matchedTrackId,
    target: typeof track === 'string' ? { track } : { isrc: required(isrc ?? undefined, NO_TARGET) },
    match: {
      matchedTrackId,
      attributes: { ...attributes, 'release-date': attributes['release-date'] ?? '' },
      analysis: null,
      parts: {
        artists,
        distributors,
        'time-offsets': offsets,
        'alpha-artists': alpha,
        'gamma-artists': gamma,
      },
      findings: { isImported: true as const },
    },
  };
}

const sentences = (issues: readonly v.BaseIssue<unknown>[]): string[] =>
  issues.slice(0, MAX_FAULTS).map(sentence);

/** @example 'time-offsets.0.start must be 0 or greater.' */
function sentence(issue: v.BaseIssue<unknown>): string {
  const at = v.getDotPath(issue);
  // The names of unknown members have any length.
  if (at) return `${at.slice(0, MAX_ID)} ${issue.message}.`;
  return issue.kind === 'schema'
    ? `The line ${issue.message}.`
    : `${issue.message.replace(/^./, (first) => first.toUpperCase())}.`;
}
