/**
 * Where records of DDEX sales reports (DSR flat files, Part 8) have the cells that are read. Later versions of a record
 * have further cells at its end.
 */

/** Cells by their place, after the type of the record. */
const places = {
  HEAD: {
    profile: 2,
    messageId: 4,
    fileNumber: 6,
    files: 7,
    start: 8,
    end: 9,
    senderId: 10,
    sender: 11,
    service: 12,
  },
  SY01: { summaryId: 1, territory: 6, total: 8, currency: 10 },
  SY02: { summaryId: 1, territory: 6, total: 8, currency: 10, allocated: 14, revenue: 15, netRevenue: 16 },
  SY03: { summaryId: 1, territory: 6, total: 8, currency: 10, allocated: 14, revenue: 15, netRevenue: 16 },
  SY04: { summaryId: 1, territory: 6, total: 13, currency: 14 },
  SY05: {
    summaryId: 1,
    territory: 6,
    total: 11,
    allocated: 12,
    netRevenue: 14,
    revenue: 15,
    currency: 17,
    parent: 25,
  },
  SY10: {
    ...{
      summaryId: 1,
      end: 7,
      territory: 12,
      allocated: 17,
      returns: 18,
      transactionCurrency: 20,
      accountingCurrency: 21,
    },
    transactionSum: 36,
    accountingSum: 37,
  },
  RE01: { block: 1 },
  RE02: { block: 1 },
  AS01: { block: 1, reference: 2, isrc: 4 },
  AS02: { block: 1, reference: 2, isrc: 4 },
  MW01: { block: 1 },
  SU01: { block: 1, summary: 2, resource: 5, usages: 8, returns: 9 },
  SU02: { block: 1, summary: 2, resource: 5, usages: 7 },
  SR01: { summary: 1, isrc: 3, usages: 36, returns: 37 },
  SR02: { summary: 1, isrc: 3, usages: 34 },
  SR08: {
    isrc: 13,
    summary: 24,
    date: 25,
    usages: 26,
    returns: 27,
    net: 28,
    transactionMoney: 45,
    accountingMoney: 46,
  },
  FOOT: { linesInFile: 1, linesInReport: 2, summaries: 3, blocksInFile: 4, blocksInReport: 5 },
  SRFO: { linesInReport: 1, summaries: 2 },
} as const;

/** The names of all cells. */
export type CellName = { [R in keyof typeof places]: keyof (typeof places)[R] }[keyof typeof places];

type Kind = keyof typeof places;

/** One record: a line of the file. */
export interface DsrRecord {
  readonly kind: Kind;
  /** @returns the text of a cell; empty if the record does not have it. */
  readonly cell: (name: CellName) => string;
}

const byKind: ReadonlyMap<string, Readonly<Partial<Record<CellName, number>>>> = new Map(
  Object.entries(places),
);

/** Names that earlier versions have given to records. */
const formerKinds: Readonly<Record<string, string>> = { SRHE: 'HEAD' };

/** In capital letters, without its version. */
const kindOf = (type: string): string => type.trim().slice(0, KIND_LENGTH).toUpperCase();

/** @returns undefined for a record that is not read, such as those that sender and recipient agree. */
export function readRecord(text: string): DsrRecord | undefined {
  const cells = text.split('\t');
  const [type = ''] = cells;
  const name = kindOf(type);
  const kind = formerKinds[name] ?? name;
  const known = byKind.get(kind);
  if (!known) return undefined;
  const cell = (of: CellName) => {
    const place = known[of];
    return place === undefined ? NO_CELL : (cells[place]?.trim() ?? NO_CELL);
  };
  return { kind: kind as Kind, cell };
}

/** @returns the type of a record of usages that is not read; undefined for any other line. */
export function unreadUsages(text: string): string | undefined {
  const kind = kindOf(text.split('\t', 1)[0] ?? text);
  return /^S[UR]\d\d$/.test(kind) && !byKind.has(kind) ? kind : undefined;
}

const KIND_LENGTH = 4;
const NO_CELL = '';

/** Whether a report begins with this line, or with the names of its cells, after a number sign. */
export const isDsrHead = (text: string): boolean => /^#?(?:HEAD|SRHE)\t/.test(text);
