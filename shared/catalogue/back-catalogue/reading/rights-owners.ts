/** Names of rights owners in messages and sheets, where whole sentences can stand instead. */
import { rightsLengths } from '../../rules/catalogue.ts';

type NoteOf = (sentence: string) => void;

/**
 * @param wording of a line, after its sign and year.
 * @returns the wording, or the owners that it names if it is too long for a name.
 */
export function ownerIn(wording: string, note: NoteOf): string {
  const { owner: max } = rightsLengths;
  if (cut(wording, max) === wording) return wording;
  const [, owned] = /\b(?:owned|controlled|held|administered)(?: and \w+)? by (.+)/is.exec(wording) ?? [];
  const [named = ''] = (owned ?? wording).split(END_OF_NAMES);
  const name = named.trim().replace(/[\s,]+$/, '');
  const isName = name !== '' && cut(name, max) === name && (owned !== undefined || !NO_NAME.test(name));
  note(
    isName
      ? `A rights line of more than ${max} characters is imported with ${name} as the rights owner.`
      : `A rights owner of more than ${max} characters is shortened.`,
  );
  return isName ? name : withoutLooseEnd(cut(wording, max));
}

/** @returns the wording of a line, cut if it is too long. */
export function lineIn(wording: string, note: NoteOf): string {
  const { line: max } = rightsLengths;
  const line = cut(wording, max);
  if (line !== wording) note(`A P line or C line of more than ${max} characters is shortened.`);
  return line;
}

/**
 * Names end where a licence, a division or another sentence begins. Words such as "for" and "in", commas, slashes
 * and brackets are part of many names, and join those of several owners.
 */
const END_OF_NAMES = new RegExp(
  [
    String.raw`,?\s(?:under\s(?:an?\s|the\s)?(?:\w+\s)?(?:licen[cs]e|permission|authority)|pursuant\sto)\b`,
    String.raw`,?\s(?:exclusively\s)?(?:licensed|marketed|distributed|manufactured|administered)\s(?:exclusively\s)?(?:to|by|for|through|worldwide)\b`,
    String.raw`,?\s(?:as\s(?:agent|trustee|nominee|licensee)|by\s(?:arrangement|licen[cs]e|permission)\s?)\b`,
    String.raw`,?\s(?:except(?:\s(?:for|in|where))?|throughout)\s(?:the|all)\b`,
    String.raw`,?\s(?:for|in)\s(?:the\s(?:rest|territor\w+|united|entire)|all\s(?:other|countries|territor\w+))\b`,
    String.raw`,\s(?:an?|the)\s(?:\w+\s)?(?:division|subsidiary|company|label|unit|part|imprint|affiliate|member|trade\s?mark|trading)\b`,
    String.raw`,\s(?:(?:and|or)\s)?(?:for|in|throughout|exclusively|except|who|which|all\sof\swhom)\s`,
    String.raw`\s(?:which|who)\s(?:is|are|was|were|has|have)\b`,
    ';',
    String.raw`(?<=\w{5})\.\s`,
  ].join('|'),
  'i',
);

/** Beginnings of sentences that name no organization first. */
const NO_NAME = /^(?:this|these|the|all|any|compilation|copyright|unauthori[sz]ed|licensed|made|produced)\b/i;

/** Words and signs that only begin what was cut off. */
const LOOSE_END = /(?:[\s,;:/(&+–—-]+|(?<=\s)(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|under|with))$/i;

function withoutLooseEnd(text: string): string {
  let left = text;
  while (LOOSE_END.test(left)) left = left.replace(LOOSE_END, '');
  return left === '' ? text : left;
}

/** Between words, if there are any. */
function cut(text: string, max: number): string {
  const all = [...text];
  if (all.length <= max) return text;
  const start = all.slice(0, max).join('');
  const end = all[max] === ' ' ? start.length : start.lastIndexOf(' ');
  return (end > start.length / 2 ? start.slice(0, end) : start).trim();
}
