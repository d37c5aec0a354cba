/** Reads lyrics with times from the files of texts that are linked to recordings. */
import type { Message } from './message.ts';
import { ownTerm } from './read-credits.ts';
import { at, textAt, textsAt, type XmlNode } from './xml-tree.ts';

/** Allowed values of DDEX. A file without one of them is recognized by its name. */
const LRC: ReadonlySet<string> = new Set(['LRC', 'SimpleLRC', 'EnhancedLRC']);

/**
 * @param references of what is linked to the recording or its track release.
 * @returns the text of the first file of LRC, or undefined. Others are notes.
 */
export function lyricsOf(references: readonly string[], message: Message): string | undefined {
  const texts = [...new Set(references)].flatMap((reference) => {
    const node = message.resources.get(reference);
    return node?.name === 'Text' ? [node] : [];
  });
  for (const node of texts) message.readsText(textAt(node, 'ResourceReference') ?? '');
  const read = texts.flatMap((node) => lyricsIn(node, message) ?? []);
  if (read.length > 1) message.note('Lyrics of a recording after the first ones are omitted.');
  return read[0];
}

function lyricsIn(node: XmlNode, message: Message): string | undefined {
  const type = textAt(node, 'Type');
  if (type !== 'LyricText') {
    message.note(`Texts of the type ${type ?? 'unknown'} are omitted.`);
    return undefined;
  }
  const files = at(node, 'TechnicalDetails').map(fileIn);
  const { uri, format } = files.find((file) => LRC.has(file.format)) ?? files[0] ?? fileIn();
  if (uri === undefined || !LRC.has(format)) {
    message.note(`Lyrics ${uri === undefined ? 'without a file' : `in the format ${format}`} are omitted.`);
    return undefined;
  }
  const file = message.about.textAt?.(uri) ?? { fault: 'Files of texts are not read.' };
  if ('text' in file) return file.text;
  message.note(`The lyrics in ${uri} are omitted. ${file.fault}`);
  return undefined;
}

function fileIn(details?: XmlNode) {
  const [uri] = [...textsAt(details, 'File', 'URI'), ...textsAt(details, 'DeliveryFile', 'File', 'URI')];
  const [codec] = at(details, 'TextCodecType')
    .map(ownTerm)
    .filter((text) => text !== '');
  return { uri, format: codec ?? (/\.lrc$/i.test(uri ?? '') ? 'LRC' : 'unknown') };
}
