/** The rights owner in the wording of a P or C line, and wordings that are too long for the catalogue. */
import { rightsLengths } from '../../../../shared/catalogue/rules/catalogue.ts';

type NoteOf = (sentence: string) => void;

/**
 * @param wording of a line, after its sign and year.
 * @returns the wording, or the organization that it names as the owner if it is too long for the name of one.
 */
export function ownerIn(wording: string, note: NoteOf): string {
  const { owner: max } = rightsLengths;
  if (cut(wording, max) === wording) return wording;
  const [, owned] = /\b(?:owned|controlled|held|administered)(?: and \w+)? by (.+)/is.exec(wording) ?? [];
  const [named = ''] = (owned ?? wording).split(END_OF_NAME);
  const name = named.trim();
  const isName = name !== '' && cut(name, max) === name && (owned !== undefined || !NO_NAME.test(name));
  note(
    isName
      ? `A rights line of more than ${max} characters is imported with ${name} as the rights owner.`
      : `A rights owner of more than ${max} characters is cut.`,
  );
  return isName ? name : cut(wording, max);
}

/** @returns the wording of a line, cut if it is too long. */
export function lineIn(wording: string, note: NoteOf): string {
  const { line: max } = rightsLengths;
  const line = cut(wording, max);
  if (line !== wording) note(`A P line or C line of more than ${max} characters is cut.`);
  return line;
}

/** Names end where a licence, a division or a territory begins, but go on after a comma with a legal form. */
const END_OF_NAME =
  /,(?!\s*(?:inc|incorporated|ltd|limited|llc|llp|lp|corp|co|gmbh|ag|kg|sa|sas|sarl|srl|spa|bv|nv|ab|as|oy|pty|plc)\b)|[;(/]|(?<=\w{5})\.\s|\s(?:under|for|in|pursuant|exclusively|except|throughout|which|who|by|as)\s/i;

/** Beginnings of sentences that name no organization first. */
const NO_NAME = /^(?:this|these|the|all|any|compilation|copyright|unauthori[sz]ed|licensed|made|produced)\b/i;

/** Between words, if there are any. */
function cut(text: string, max: number): string {
  const all = [...text];
  if (all.length <= max) return text;
  const start = all.slice(0, max).join('');
  const end = all[max] === ' ' ? start.length : start.lastIndexOf(' ');
  return (end > start.length / 2 ? start.slice(0, end) : start).trim();
}
