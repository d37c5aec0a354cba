/** Reads what the editions of a recording have: its code, its files and its preview. */

import { noIsrc } from '../../catalogue/back-catalogue/reading/omitted-values.ts';
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import { type Choice, isTrue } from './choice.ts';

export interface Editions {
  /** The stereo edition, and the recording itself, where some senders write what belongs to an edition. */
  readonly main: readonly XmlNode[];
  /** The edition with the Dolby Atmos master of a sound recording. */
  readonly immersive: XmlNode | undefined;
}

export function editionsOf(node: XmlNode, note: (sentence: string) => void): Editions {
  const all = at(node, `${node.name}Edition`);
  const stereo = all.filter((edition) => !isImmersive(edition));
  const immersive = all.filter(isImmersive);
  // A video whose only edition is immersive still has its master.
  const main = stereo[0] ?? (node.name === 'Video' ? immersive[0] : undefined);
  const used = node.name === 'Video' ? [main] : [main, immersive[0]];
  if (all.some((edition) => !used.includes(edition)))
    note(`${node.name}Edition has several values, and the first stereo edition is imported.`);
  return {
    main: main ? [main, node] : [node],
    immersive: node.name === 'Video' ? undefined : immersive[0],
  };
}

/** Without a type, the mode of the recording or its files show it. */
function isImmersive(edition: XmlNode): boolean {
  const type = textAt(edition, 'Type');
  if (type !== undefined) return type === 'ImmersiveEdition';
  const details = at(edition, 'TechnicalDetails');
  return (
    textAt(edition, 'RecordingMode') === 'ImmersiveAudio' ||
    details.some((each) => isTrue(textAt(each, 'HasImmersiveAudioMetadata')))
  );
}

/** @returns the code of the stereo edition, or of the immersive one if there is no other. */
export function isrcOf({ main, immersive }: Editions, note: (sentence: string) => void): string | undefined {
  const codesOf = (edition: XmlNode) => codesIn(edition, note);
  const [code] = main.flatMap(codesOf);
  const [other] = immersive ? codesOf(immersive) : [];
  if (main.length === 1 && code === undefined) return other;
  if (other !== undefined && other !== code) note('The ISRC of an immersive edition is omitted.');
  return code;
}

/** Identifiers that others have replaced are omitted. */
const codesIn = (edition: XmlNode, note: (sentence: string) => void): readonly string[] =>
  at(edition, 'ResourceId')
    .toSorted((left, right) => isReplaced(left) - isReplaced(right))
    .flatMap((id) => textsAt(id, 'ISRC'))
    .flatMap((text) => {
      const code = readIsrc(text);
      if (code === null) note(noIsrc(text));
      return code ?? [];
    });

const isReplaced = ({ attributes }: XmlNode): number => (isTrue(attributes['IsReplaced']) ? 1 : 0);

/** @returns the start in seconds. */
export function previewOf({ main }: Editions, note: (sentence: string) => void): number | undefined {
  const details = main.flatMap((edition) => at(edition, 'TechnicalDetails'));
  const [start] = details.flatMap((each) => [
    ...textsAt(each, 'ClipDetails', 'Timing', 'StartPoint'),
    // Before ERN 4.3.
    ...textsAt(each, 'PreviewDetails', 'StartPoint'),
  ]);
  if (start === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(start)) return Math.floor(Number(start));
  note(`The start of a preview ${start} is not a number of seconds, and is omitted.`);
  return undefined;
}

export interface MasterFile {
  readonly uri: string;
  readonly md5: string | undefined;
}

/** @returns the file of the recording, and that of its immersive edition. */
export function filesOf(
  { main, immersive }: Editions,
  choice: Choice,
): { main?: MasterFile; immersive?: MasterFile } {
  const [file, ...others] = main.flatMap((edition) => filesIn(edition, choice));
  const [atmos] = immersive ? filesIn(immersive, choice) : [];
  if (others.length > 0) choice.note('Files of a recording after the first one are omitted.');
  return { ...(file && { main: file }), ...(atmos && { immersive: atmos }) };
}

/** @param node an edition or an image. */
export function filesIn(node: XmlNode, choice: Choice): MasterFile[] {
  const all = at(node, 'TechnicalDetails');
  const whole = all.filter((each) => !isTrue(textAt(each, 'IsClip') ?? textAt(each, 'IsPreview')));
  const files = choice.inOrder(whole).flatMap(filesBelow);
  if (all.flatMap(filesBelow).length > files.length) choice.note('Files of clips are omitted.');
  return files.flatMap((file) => {
    const uri = textAt(file, 'URI');
    const [hash] = at(file, 'HashSum').filter((each) => textAt(each, 'Algorithm')?.match(/^md-?5$/i));
    return uri === undefined ? [] : [{ uri, md5: textAt(hash, 'HashSumValue') }];
  });
}

const filesBelow = (details: XmlNode): readonly XmlNode[] => [
  ...at(details, 'DeliveryFile', 'File'),
  ...at(details, 'File'),
];
