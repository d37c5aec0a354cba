/** The files of former codes. They follow those of albums and tracks, so that codes that change during an export are in it. */
import * as v from 'valibot';
import type { Exporting, FilePage } from '../kit/moves/moved-file.ts';
import { rowFile } from '../kit/moves/row-file.ts';
import type { Item } from '../kit/table/item.ts';
import { type FormerIsrc, formerIsrcRow, toFormerIsrc } from './former-isrcs.ts';
import { type FormerUpc, formerUpcRow, toFormerUpc } from './former-upcs.ts';
import { formerCodesOf } from './keys.ts';
import { readIsrc } from './rules/isrc.ts';
import { gtinOf } from './rules/upc.ts';

const id = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/, 'must be an id'));

const codeIn = (read: (text: string) => string | null | undefined, name: string) =>
  v.pipe(
    v.string(),
    v.check((code) => read(code) === code, `must be ${name} in comparable form`),
  );

const formerIsrcs = rowFile<FormerIsrc>({
  name: 'former-isrcs',
  schema: v.strictObject({
    code: codeIn(readIsrc, 'an ISRC'),
    owner: id,
    track: id,
    album: v.nullable(id),
    artists: v.array(id),
  }),
  isAddedLater: true,
  read: (reading, owner, after) =>
    readFormer(reading, formerCodesOf('former-isrcs', owner, after), toFormerIsrc),
  about: ({ owner, code, track }) => ({ owner, id: `${code} ${track}` }),
  rowsOf: (line) => [formerIsrcRow(line)],
});

const formerUpcs = rowFile<FormerUpc>({
  name: 'former-upcs',
  schema: v.strictObject({ gtin: codeIn(gtinOf, 'a product code'), owner: id, album: id }),
  isAddedLater: true,
  read: (reading, owner, after) =>
    readFormer(reading, formerCodesOf('former-upcs', owner, after), toFormerUpc),
  about: ({ owner, gtin }) => ({ owner, id: gtin }),
  rowsOf: (line) => [formerUpcRow(line)],
});

export const movedFormerCodes = [formerIsrcs, formerUpcs];

const PAGE = 100;

async function readFormer(
  { table }: Exporting,
  range: ReturnType<typeof formerCodesOf>,
  toLine: (row: Item) => FormerIsrc | FormerUpc,
): Promise<FilePage> {
  const entries = await table.query({ ...range, limit: PAGE });
  const rows = await table.getMany(
    entries.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
    true,
  );
  const next = entries.length < PAGE ? undefined : String(entries.at(-1)?.['ownerSort']);
  return { lines: rows.map((row) => ({ ...toLine(row) })), next };
}
