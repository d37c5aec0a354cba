/** Reads who owns the rights of releases and recordings, and the wording of their P and C lines. */

import { lineIn, ownerIn } from '../../catalogue/back-catalogue/reading/rights-owners.ts';
import { ownerNamed, readRightsLine, withoutSign } from '../../catalogue/rules/rights-line.ts';
import { at, textAt, type XmlNode } from '../xml/xml-tree.ts';
import type { Choice } from './choice.ts';
import type { Message } from './message.ts';
import type { Contents } from './read-contents.ts';

export interface Rights {
  readonly year: number;
  readonly name: string;
  /** The line as worded, without its sign. */
  readonly text: string | undefined;
}

type Note = (sentence: string) => void;

/**
 * @param of the elements PLine or CLine, in their order. @param note is told what is too long.
 * @param otherYear of a line that has a name without a year.
 * @returns the first with a year and a name, or else with a name.
 */
export function rightsOf(
  of: readonly XmlNode[],
  note: Note = () => {},
  otherYear?: number,
): Rights | undefined {
  const lines = of.flatMap(lineOf);
  const dated = lines.find(({ year }) => year !== undefined);
  const line = dated ?? lines[0];
  const year = line?.year ?? otherYear;
  if (!line || year === undefined) return undefined;
  if (!dated) note('A P line or C line without a year is imported with the year of its release.');
  return { year, name: ownerIn(line.name, note), text: line.text };
}

/** The year is a separate element, which the text need not repeat. A text can begin with a year that is part of the name. */
function lineOf(node: XmlNode): { year: number | undefined; name: string; text: string | undefined }[] {
  const text = wordingOf(node);
  const line = textAt(node, `${node.name}Text`);
  const read = line === undefined ? undefined : readRightsLine(line);
  const owner = read?.owner;
  const stated = Number(textAt(node, 'Year') ?? Number.NaN);
  const isStated = Number.isInteger(stated);
  const year = isStated ? stated : read?.years.at(-1);
  const named = textAt(node, `${node.name}Company`) ?? (isStated && owner !== undefined ? line : undefined);
  const name = named === undefined ? owner : ownerNamed(named, year);
  return name === undefined ? [] : [{ year, name, text }];
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
  const ofDay = day?.match(/^\d{4}/)?.[0];
  const otherYear = ofDay === undefined ? undefined : Number(ofDay);
  const [published, copyright] = [choice.inOrder(at(node, 'PLine')), choice.inOrder(at(node, 'CLine'))];
  const yearOfC = rightsOf(copyright)?.year ?? otherYear;
  const own = rightsOf(published, choice.note, yearOfC) ?? rightsOf(copyright, choice.note, otherYear);
  if (own) return own;
  const recordings = contents.tracks.flatMap(({ reference }) => message.resources.get(reference) ?? []);
  const lines = recordings.flatMap((each) => [
    ...at(each, 'PLine'),
    ...at(each, `${each.name}Edition`, 'PLine'),
  ]);
  const ofTracks = rightsOf(lines, () => {}, otherYear);
  const ofLabel =
    label === undefined || otherYear === undefined
      ? undefined
      : { year: otherYear, name: label, text: undefined };
  const found = ofTracks ?? ofLabel;
  if (found)
    choice.note(
      'A release without a P line is imported with the rights owner of a recording, or with its label.',
    );
  return found;
}

/** The wording of lines, where it says more than the year and the owner. */
export function rightsLines(node: XmlNode, rights: Rights | undefined, choice: Choice) {
  const copyright = rightsText(at(node, 'CLine'), choice);
  const publishing = rightsText(at(node, 'PLine'), choice);
  const isUsual = publishing === `${rights?.year} ${rights?.name}` || publishing === rights?.name;
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

const wordingOf = (line: XmlNode): string | undefined => {
  const text = textAt(line, `${line.name}Text`);
  return text === undefined ? undefined : withoutSign(text);
};
