/** The longest texts that the declarations allow. */
import * as v from 'valibot';
import { isWritable, type Schema } from '../../shared/kit/declare/attribute.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { required } from '../../shared/kit/values/required.ts';
import { languageData } from '../../shared/reference/data/languages.ts';

type Members = Readonly<Record<string, unknown>>;

/** 200 credits with the longest names. */
const extendedCredits = Array.from({ length: 200 }, (_, number) => ({
  role: 'assistant_recording_engineer',
  name: `${'\u{1f3bb}'.repeat(250)}${number}`,
}));

/** Attributes whose values have a form. */
const formed: Members = {
  'extended-credits': extendedCredits,
  'synced-lyrics': `[00:00.00]${'\u{1f3bb}'.repeat(49_990)}`,
};

/** In twenty languages. @param length of each title. */
const translations = (length: number) =>
  languageData
    .rows()
    .slice(0, 20)
    .map(({ id: language }) => ({
      language,
      title: '\u{1f3bb}'.repeat(length),
      phonetic: '\u{1f3b5}'.repeat(length),
    }));

/** The longest texts that the schemas accept. Rules can still reject them. */
export function longestAttributes(resource: Resource, does: 'create' | 'update'): Members {
  const writable = Object.entries(resource.attributes).filter(([, each]) => isWritable(each.writable, does));
  const texts = writable.flatMap(([name, { schema }]) => {
    if (name === 'title-translations') return [[name, translations(titleLength(resource))]];
    if (name in formed) return [[name, formed[name]]];
    const text = longestOf(schema);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(texts);
}

const titleLength = ({ attributes }: Resource): number =>
  Number(v.getMetadata(required(attributes['title'], 'It has a title.').schema)['maxLength']);

function longestOf(schema: Schema): string | undefined {
  const inner = 'wrapped' in schema ? (schema.wrapped as Schema) : schema;
  const length = Number(v.getMetadata(inner)['maxLength'] ?? 0);
  if (!Number.isSafeInteger(length)) return undefined;
  const candidates = [
    '\u{1f3bb}'.repeat(length),
    `https://files.example/${'x'.repeat(Math.max(0, length - 22))}`,
  ];
  return candidates.find((text) => text !== '' && v.is(schema, text));
}
