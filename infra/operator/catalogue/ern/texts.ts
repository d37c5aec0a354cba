/** Reads titles, rights, dates and durations of releases and resources. */
import type { Choice } from './choice.ts';
import { at, textAt, textsAt, type XmlNode } from './xml-tree.ts';

export interface Title {
  readonly title: string | undefined;
  /** Such as "Live". */
  readonly version: string | undefined;
}

export function titleOf(node: XmlNode, choice: Choice): Title {
  const display = choice.one(at(node, 'DisplayTitle'));
  const title = textAt(display, 'TitleText') ?? choice.one(at(node, 'DisplayTitleText'))?.text;
  const versions = textsAt(display, 'SubTitle');
  return { title, version: versions.length > 0 ? versions.join(', ') : undefined };
}

export interface Rights {
  readonly year: number;
  readonly name: string;
  /** The line as worded, without its sign. */
  readonly text: string | undefined;
}

/** @param of the elements PLine or CLine, in their order. @returns the first with a year and a name. */
export function rightsOf(of: readonly XmlNode[]): Rights | undefined {
  for (const node of of) {
    const text = textAt(node, `${node.name}Text`)?.replace(/^\s*(?:\([PC]\)|[℗©])\s*/i, '');
    const [, worded, owner] = /^(\d{4})[\s,]+(.+)$/s.exec(text ?? '') ?? [];
    const year = Number(textAt(node, 'Year') ?? worded);
    const name = textAt(node, `${node.name}Company`) ?? owner;
    if (Number.isInteger(year) && name !== undefined) return { year, name, text };
  }
  return undefined;
}

/** @returns HH:MM:SS, null for a duration of zero, or undefined for other text. @example durationOf('PT4M5S') */
export function durationOf(text: string): string | null | undefined {
  const [all, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text) ?? [];
  if (all === undefined || all === 'PT') return undefined;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Math.round(Number(seconds));
  if (total === 0) return null;
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** @returns the day, and whether it was guessed from a year or a month. */
export function dayOf(text: string): { readonly day: string; readonly isGuess: boolean } {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text) ?? [];
  if (year === undefined) return { day: text, isGuess: false };
  return { day: `${year}-${month ?? '01'}-${day ?? '01'}`, isGuess: day === undefined };
}
