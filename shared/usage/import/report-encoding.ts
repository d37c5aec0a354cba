/** Recognizes the encoding of a report, and files that are not text, by the first bytes. */

/** The bytes with which `encodingOf` can decide. */
export const DECIDING_BYTES = 4;

/** In hexadecimal. */
const kinds: readonly (readonly [start: string, sentence: string])[] = [
  ['1f8b', 'The file is compressed (gzip). Decompress it first.'],
  ['425a68', 'The file is compressed (bzip2). Decompress it first.'],
  ['28b52ffd', 'The file is compressed (Zstandard). Decompress it first.'],
  [
    '504b0304',
    'The file is a workbook or an archive (XLSX, ODS or ZIP). Save it as CSV, or extract it first.',
  ],
  ['d0cf11e0', 'The file is a workbook (XLS). Save it as CSV.'],
  ['25504446', 'The file is a PDF. A report is CSV.'],
  ['fffe0000', 'The file is encoded in UTF-32. Save it in UTF-8.'],
  ['0000feff', 'The file is encoded in UTF-32. Save it in UTF-8.'],
];

/**
 * @param start the first bytes of a file, at least four if it has as many.
 * @returns the encoding, or a sentence that says what the file is. Reports are in ASCII characters, so that
 * UTF-16 is recognized without a byte order mark.
 */
export function encodingOf(start: Uint8Array): { readonly encoding: string } | { readonly fault: string } {
  const hex = Buffer.from(start.subarray(0, DECIDING_BYTES)).toString('hex');
  const [, fault] = kinds.find(([bytes]) => hex.startsWith(bytes)) ?? [];
  if (fault !== undefined) return { fault };
  if (/^(?:fffe|(?!00)..00)/.test(hex)) return { encoding: 'utf-16le' };
  if (/^(?:feff|00(?!00))/.test(hex)) return { encoding: 'utf-16be' };
  return { encoding: 'utf-8' };
}
