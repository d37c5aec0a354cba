/** Titles in other languages in a cell: "ja: 夢; ja phonetic: Yume; fr: Rêve". */
import * as v from 'valibot';
import {
  storedTranslations,
  type TitleTranslation,
} from '../../../../shared/catalogue/api/title-translations.ts';
import { languageById, languageOf, unknownLanguage } from '../../../../shared/reference/reference-names.ts';
import { cellOf, itemsIn } from './lists.ts';

type Read = { readonly value: TitleTranslation[] } | { readonly fault: string };

const PHONETIC = /(?<=\s)phonetic$/i;

/** Languages are codes or names. The phonetic title can stand before or after the title. */
export function translationsIn(cell: string): Read {
  const titles: TitleTranslation[] = [];
  const phonetics = new Map<string, string>();
  const faults: string[] = [];
  for (const item of itemsIn(cell)) {
    const [, before = '', rest = ''] = /^([^:]*):(.*)$/s.exec(item) ?? [];
    const head = before.trim();
    const name = head.replace(PHONETIC, '').trim();
    const text = rest.trim();
    const language = languageOf(name)?.id;
    if (text === '') faults.push(`${item} is not a language and a title, such as "ja: 夢".`);
    else if (language === undefined) faults.push(unknownLanguage(name));
    else if (!PHONETIC.test(head)) titles.push({ language, title: text, phonetic: null });
    else if (phonetics.has(language)) faults.push(`There are two phonetic titles in ${name}.`);
    else phonetics.set(language, text);
  }
  for (const language of phonetics.keys())
    if (!titles.some((each) => each.language === language))
      faults.push(`There is a phonetic title in ${languageById(language)?.name}, but no title.`);
  if (faults.length > 0) return { fault: faults.join(' ') };
  return { value: titles.map((each) => ({ ...each, phonetic: phonetics.get(each.language) ?? null })) };
}

/** @param value of `title-translations`. */
export const translationsCell = (value: unknown): string =>
  cellOf(
    v.parse(storedTranslations, value).flatMap(({ language, title, phonetic }) => {
      const code = languageById(language)?.code;
      return [`${code}: ${title}`, ...(phonetic === null ? [] : [`${code} phonetic: ${phonetic}`])];
    }),
  );
