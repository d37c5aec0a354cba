/** Titles in other languages, which albums and tracks have. */
import * as v from 'valibot';
import { attr, text, visibleText } from '../../kit/declare/attribute.ts';
import { referenceHint } from '../../kit/declare/reference-hint.ts';
import { languageById } from '../../reference/data/languages.ts';

export const MAX_TRANSLATIONS = 20;

const language = v.pipe(
  v.string('must be the id of a language, as a string'),
  v.check(
    (id) => languageById(id) !== undefined,
    ({ input }) =>
      /^\w{1,16}$/.test(input)
        ? `must be the id of a language, and there is none with the id ${input}; ${referenceHint('languages', input).slice(0, -1)}`
        : 'must be the id of a language',
  ),
);

export interface TitleTranslation {
  /** The id of a language. */
  readonly language: string;
  readonly title: string;
  /** The title in another script. */
  readonly phonetic: string | null;
}

/** Parses stored titles. Older records and exports have none. */
export const storedTranslations: v.GenericSchema<unknown, readonly TitleTranslation[]> = v.nullish(
  v.array(v.strictObject({ language: v.string(), title: v.string(), phonetic: v.nullable(v.string()) })),
  [],
);

/** @param max maximum length of the title in characters. */
export function titleTranslations(max: number) {
  const title = visibleText(1, max);
  const item = { language, title, phonetic: v.nullable(title) };
  const written = { language, title: text(1, max), phonetic: v.nullable(text(1, max)) };
  return attr(
    v.pipe(
      v.array(
        v.object({ ...item, phonetic: v.optional(item.phonetic, null) }, ({ path }) =>
          path ? 'is required' : 'must be an object',
        ),
        'must be a list',
      ),
      v.rawCheck(({ dataset, addIssue }) => {
        for (const issue of repeatedLanguages(dataset.value)) addIssue(issue);
      }),
    ),
    {
      apart: 'when-long',
      initial: [],
      maxItems: MAX_TRANSLATIONS,
      sent: v.array(v.object({ ...written, phonetic: v.optional(written.phonetic, null) })),
      shown: v.array(v.strictObject(written)),
      says: 'Its title in other languages and scripts, at most one for each `language`, an id of `/languages`.',
    },
  );
}

/** @param items as they were sent, some of which may be invalid. */
function repeatedLanguages(items: unknown) {
  if (!Array.isArray(items)) return [];
  const seen = new Set<unknown>();
  return items.flatMap((value: unknown, key) => {
    const { language: id }: { language?: unknown } = Object(value);
    if (typeof id !== 'string') return [];
    const isRepeated = seen.has(id);
    seen.add(id);
    if (!isRepeated) return [];
    const at = { type: 'array', origin: 'value', input: items, key, value } as const;
    const within = {
      type: 'object',
      origin: 'value',
      input: Object(value),
      key: 'language',
      value: id,
    } as const;
    return [
      {
        message: 'repeats the language of an earlier item',
        path: [at, within] as [typeof at, typeof within],
      },
    ];
  });
}
