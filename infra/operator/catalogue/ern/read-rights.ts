/** Reads who owns the rights of a release, and the wording of its lines. */
import type { Choice } from './choice.ts';
import type { Message } from './message.ts';
import type { Contents } from './read-contents.ts';
import { lineIn } from './rights-lines.ts';
import { type Rights, rightsOf } from './texts.ts';
import { at, textAt, type XmlNode } from './xml-tree.ts';

interface ReadingRights {
  readonly label: string | undefined;
  readonly day: string | undefined;
  readonly contents: Contents;
  readonly message: Message;
  readonly choice: Choice;
}

/** What owns the rights, if the release does not say it: the owner of a recording, or the label. */
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
  const text = line && textAt(line, `${line.name}Text`);
  return text === undefined ? undefined : lineIn(text.replace(/^\s*(?:\([PC]\)|[℗©])\s*/i, ''), choice.note);
}
