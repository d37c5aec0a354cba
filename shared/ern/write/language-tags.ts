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

/** The script of a text, as in ISO 15924. Undefined for a text in several scripts, or in none of these. */
function scriptOf(text: string): string | undefined {
  const [first, second, ...others] = Object.entries(scripts).flatMap(([code, letters]) =>
    letters.test(text) ? code : [],
  );
  if (second === undefined) return first;
  return first === 'Hira' && second === 'Kana' && others.length === 0 ? 'Hrkt' : undefined;
}

/** Codes for all that a language is written in, or for one of its usual forms. */
const whole: Readonly<Record<string, string>> = {
  Jpan: 'Hani Hira Kana Hrkt',
  Kore: 'Hang Hani',
  Hans: 'Hani',
  Hant: 'Hani',
};

/** Whether a script says no more than the language, such as Jpan. */
export const isWholeScript = (script: string): boolean => Object.hasOwn(whole, script);

const usualScriptOf = (language: string): string | undefined => new Intl.Locale(language).maximize().script;

/** @param script of ISO 15924. @returns whether the language is usually written in it. */
export function isUsualScript(language: string, script: string): boolean {
  const usual = usualScriptOf(language);
  return usual !== undefined && (whole[usual] ?? usual).split(' ').includes(script);
}

/** Whether a language is usually written in several scripts, one of which can tell how another is pronounced. */
export function mixesScripts(language: string): boolean {
  const usual = usualScriptOf(language);
  return usual !== undefined && isWholeScript(usual);
}

/** @returns the tag of a title. The script is omitted if the language is usually written in it. */
export function titleTag(language: string, title: string): string {
  const script = scriptOf(title);
  return script === undefined || isUsualScript(language, script) ? language : `${language}-${script}`;
}

const UNDETERMINED = 'Zyyy';

/** @returns the tag of a title that is written to be pronounced, which always has a script. */
export const phoneticTag = (language: string, phonetic: string): string =>
  `${language}-${scriptOf(phonetic) ?? UNDETERMINED}`;
