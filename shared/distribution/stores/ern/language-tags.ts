/** Languages and scripts of titles, as tags of RFC 5646 ("ja-Latn"). */

/** Scripts by the letters that only they have. Katakana and Hiragana together are Hrkt. */
const scripts = {
  Latn: /\p{Script=Latin}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Hira: /\p{Script=Hiragana}/u,
  Kana: /\p{Script=Katakana}/u,
  Hani: /\p{Script=Han}/u,
  Hang: /\p{Script=Hangul}/u,
  Bopo: /\p{Script=Bopomofo}/u,
  Arab: /\p{Script=Arabic}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Deva: /\p{Script=Devanagari}/u,
  Thai: /\p{Script=Thai}/u,
  Geor: /\p{Script=Georgian}/u,
  Armn: /\p{Script=Armenian}/u,
} as const;

/** Of ISO 15924. Undefined for a text of several scripts, or of none of these. */
function scriptOf(text: string): string | undefined {
  const [first, second, ...others] = Object.entries(scripts).flatMap(([code, letters]) =>
    letters.test(text) ? code : [],
  );
  if (second === undefined) return first;
  return first === 'Hira' && second === 'Kana' && others.length === 0 ? 'Hrkt' : undefined;
}

/** Codes for several scripts together that some languages are written in. */
const parts: Readonly<Record<string, string>> = {
  ...{ Jpan: 'Hani Hira Kana Hrkt Jpan', Kore: 'Hang Hani Kore' },
  ...{ Hans: 'Hani Hans Hant', Hant: 'Hani Hans Hant' },
};

/** @param script of ISO 15924. @returns whether the language is usually written in it. */
export function isUsualScript(language: string, script: string): boolean {
  const usual = new Intl.Locale(language).maximize().script ?? '';
  return (parts[usual] ?? usual).split(' ').includes(script);
}

/** @returns the tag of a title. The script is omitted if the language is usually written in it. */
export function titleTag(language: string, title: string): string {
  const script = scriptOf(title);
  return script === undefined || isUsualScript(language, script) ? language : `${language}-${script}`;
}

/** @returns the tag of a title that is written in another script to be pronounced. */
export function phoneticTag(language: string, phonetic: string): string {
  const script = scriptOf(phonetic);
  return script === undefined ? language : `${language}-${script}`;
}
