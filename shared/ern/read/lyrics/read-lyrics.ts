/** Reads lyrics from the files of texts that are linked to recordings. */
import { lyricsFaults } from '../../../catalogue/rules/synced-lyrics.ts';
import { NotXml } from '../../xml/parse-xml.ts';
import { at, textAt, textsAt, type XmlNode } from '../../xml/xml-tree.ts';
import type { Message } from '../message.ts';
import { ownTerm } from '../read-credits.ts';
import { cueLines } from './cue-lines.ts';
import { type Lyrics, lyricsFrom } from './lyric-lines.ts';
import { ttmlLines } from './ttml-lines.ts';

const lrc = (text: string): Lyrics => ({ 'synced-lyrics': text });

/** Some senders call LRC plain text. */
function plain(text: string): Lyrics {
  if (lyricsFaults(text).length === 0) return lrc(text);
  return text.trim() === '' ? {} : { lyrics: text.trim() };
}

const ttml = (text: string): Lyrics => lyricsFrom(ttmlLines(text));
const cues = (text: string): Lyrics => lyricsFrom(cueLines(text));

/** By the allowed values of DDEX, the best first. */
const readers: ReadonlyMap<string, (text: string) => Lyrics> = new Map([
  ...['LRC', 'SimpleLRC', 'EnhancedLRC'].map((codec) => [codec, lrc] as const),
  ...['TTML', 'EBU-TT'].map((codec) => [codec, ttml] as const),
  ...['VTT', 'SRT'].map((codec) => [codec, cues] as const),
  ...['UTF8Text', 'ASCII', 'AsciiOrIso8859nText', 'WindowsText'].map((codec) => [codec, plain] as const),
]);

/** A file without an allowed value is recognized by its name. */
const formats: ReadonlyMap<string, string> = new Map([
  ['lrc', 'LRC'],
  ['ttml', 'TTML'],
  ['dfxp', 'TTML'],
  ['vtt', 'VTT'],
  ['srt', 'SRT'],
  ['txt', 'UTF8Text'],
]);

/**
 * @param references of what is linked to the recording or its track release.
 * @returns the first lyrics with times, and the first without. Others are notes.
 */
export function lyricsOf(references: readonly string[], message: Message): Lyrics {
  const texts = [...new Set(references)].flatMap((reference) => {
    const node = message.resources.get(reference);
    if (node?.name !== 'Text') return [];
    message.readsText(reference);
    return [node];
  });
  const read = texts.map((node) => lyricsIn(node, message));
  const all = read.flatMap(Object.keys);
  if (all.length > new Set(all).size) message.note('Lyrics of a recording after the first ones are omitted.');
  return Object.assign({}, ...read.toReversed());
}

function lyricsIn(node: XmlNode, message: Message): Lyrics {
  const omit = (sentence: string): Lyrics => {
    message.note(sentence);
    return {};
  };
  const type = textAt(node, 'Type');
  if (type !== 'LyricText') return omit(`Texts of the type ${type ?? 'unknown'} are omitted.`);
  const files = at(node, 'TechnicalDetails').map(fileIn);
  const [best] = [...readers.keys()].flatMap((known) => files.filter(({ format }) => format === known));
  const { uri, format } = best ?? files[0] ?? fileIn();
  if (uri === undefined) return omit('Lyrics without a file are omitted.');
  const reader = readers.get(format);
  if (!reader) return omit(`Lyrics in the format ${format} are omitted.`);
  const file = message.about.textAt?.(uri) ?? { fault: 'Files of texts are not read.' };
  if ('fault' in file) return omit(`The lyrics in ${uri} are omitted. ${file.fault}`);
  try {
    const lyrics = reader(file.text);
    const isTimed = reader === ttml || reader === cues;
    if (Object.keys(lyrics).length === 0) return omit(`The lyrics in ${uri} have no words.`);
    if (isTimed && lyrics.lyrics !== undefined)
      message.note(`The lyrics in ${uri} are imported without times.`);
    return lyrics;
  } catch (error) {
    if (error instanceof NotXml) return omit(`The lyrics in ${uri} are omitted. ${error.message}`);
    throw error;
  }
}

function fileIn(details?: XmlNode) {
  const [uri] = [...textsAt(details, 'File', 'URI'), ...textsAt(details, 'DeliveryFile', 'File', 'URI')];
  const [codec] = at(details, 'TextCodecType')
    .map(ownTerm)
    .filter((text) => text !== '');
  const extension = uri?.match(/\.([a-z]+)$/i)?.[1]?.toLowerCase();
  const named = extension === undefined ? undefined : formats.get(extension);
  return { uri, format: codec ?? named ?? 'unknown' };
}
