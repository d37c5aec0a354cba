/** Reads who owns the rights of releases and recordings, and the wording of their P and C lines. */
import { rightsLengths } from '../../../../shared/catalogue/rules/catalogue.ts';
import type { Choice } from './choice.ts';
import type { Message } from './message.ts';
import type { Contents } from './read-contents.ts';
import { at, textAt, type XmlNode } from './xml-tree.ts';

export interface Rights {
  readonly year: number;
  readonly name: string;
  /** The line as worded, without its sign. */
  readonly text: string | undefined;
}

/**
 * @param of the elements PLine or CLine, in their order. @param note is told what is too long.
 * @returns the first with a year and a name.
 */
export function rightsOf(
  of: readonly XmlNode[],
  note: (sentence: string) => void = () => {},
): Rights | undefined {
  for (const node of of) {
    const text = wordingOf(node);
    const [, worded, owner] = /^(\d{4})[\s,]+(.+)$/s.exec(text ?? '') ?? [];
    const year = Number(textAt(node, 'Year') ?? worded);
    const name = textAt(node, `${node.name}Company`) ?? owner;
    if (Number.isInteger(year) && name !== undefined) return { year, name: ownerIn(name, note), text };
  }
  return undefined;
}

interface ReadingRights {
  readonly label: string | undefined;
  readonly day: string | undefined;
  readonly contents: Contents;
  readonly message: Message;
  readonly choice: Choice;
}

/** The rights of a release. If it states none, they are those of a recording, or the label has them. */
export function releaseRights(
  node: XmlNode,
  { label, day, contents, message, choice }: ReadingRights,
): Rights | undefined {
  const own =
    rightsOf(choice.inOrder(at(node, 'PLine')), choice.note) ??
    rightsOf(choice.inOrder(at(node, 'CLine')), choice.note);
  if (own) return own;
  const recordings = contents.tracks.flatMap(({ reference }) => message.resources.get(reference) ?? []);
  const lines = recordings.flatMap((each) => [
    ...at(each, 'PLine'),
    ...at(each, `${each.name}Edition`, 'PLine'),
  ]);
  const ofTracks = rightsOf(lines);
  if (!ofTracks && (label === undefined || day === undefined)) return undefined;
  choice.note(
    'A release without a P line is imported with the rights owner of a recording, or with its label.',
  );
  return ofTracks ?? { year: Number(day?.slice(0, 4)), name: label ?? '', text: undefined };
}

/** The wording of lines, where it says more than the year and the owner. */
export function rightsLines(node: XmlNode, rights: Rights | undefined, choice: Choice) {
  const copyright = rightsText(at(node, 'CLine'), choice);
  const publishing = rightsText(at(node, 'PLine'), choice);
  const isUsual = publishing === `${rights?.year} ${rights?.name}`;
  return {
    ...(copyright !== undefined && { copyright }),
    ...(publishing !== undefined && !isUsual && { publishing }),
  };
}

function rightsText(lines: readonly XmlNode[], choice: Choice): string | undefined {
  const line = choice.one(lines);
  const wording = line && wordingOf(line);
  return wording === undefined ? undefined : lineIn(wording, choice.note);
}

/** Without its sign. */
const wordingOf = (line: XmlNode): string | undefined =>
  textAt(line, `${line.name}Text`)?.replace(/^\s*(?:\([PC]\)|[℗©])\s*/i, '');

type NoteOf = (sentence: string) => void;

/**
 * @param wording of a line, after its sign and year.
 * @returns the wording, or the organization that it names as the owner if it is too long for the name of one.
 * @internal Tests read many wordings.
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

/** @returns the wording of a line, cut if it is too long. @internal Tests cut it alone. */
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
