/** How values are written in the console. */
import { writtenTime } from '../../../../shared/kit/values/written-time.ts';
import type { TitleTranslation } from './reviews.ts';

const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const;

/** @returns such as "3 hours". @param since ISO 8601. */
export function ageOf(since: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(since)) / 1000);
  for (const { name, seconds: each } of UNITS) {
    const count = Math.floor(seconds / each);
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'}`;
  }
  return 'less than a minute';
}

/** @returns minutes and seconds: 3:07. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** @returns words of a name such as has-artwork. */
export const wordsOf = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** @returns the value as text, for cells of tables. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(textOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const NOTHING = '–';

/** Whether there is something to show. */
export const hasText = (value: unknown): boolean => textOf(value) !== NOTHING;

/** @returns such as "ja: 夢 (Yume)" for each title in another language. */
export const translationsOf = (all: readonly TitleTranslation[]): string[] =>
  all.map(({ language, title, phonetic }) =>
    phonetic === null ? `${language}: ${title}` : `${language}: ${title} (${phonetic})`,
  );

/** Cells with so many characters are not broken, such as amounts and ids. */
const SHORT = 24;

export const isShort = (value: unknown): boolean => readableOf(value).length <= SHORT;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** @returns the same, with times as a person reads them. */
export const readableOf = (value: unknown): string =>
  typeof value === 'string' && INSTANT.test(value) ? writtenTime(value) : textOf(value);

/** @returns what a command has done: its own summary, or the values of its result. */
export function outcomeText(result: object): string {
  if ('summary' in result && typeof result.summary === 'string') return result.summary;
  const values = Object.entries(result).map(([name, value]) => `${wordsOf(name)}: ${textOf(value)}.`);
  return values.join(' ');
}
