/** Where records of DDEX sales reports (DSR flat files, Part 8) have the cells that are read, and in which versions. */

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

/**
 * The last version of each record whose cells are known. Earlier ones have the same places. Later ones have other cells: of
 * records that are not listed, only the first cells are read, which all versions have.
 */
const lastVersions: Readonly<Partial<Record<keyof typeof places, number>>> = {
  SY01: 3,
  SY02: 3,
  SY03: 1,
  SY04: 1,
  SY05: 3,
  SY10: 1,
  AS01: 3,
  AS02: 4,
  SU01: 3,
  SU02: 3,
  SR01: 1,
  SR02: 1,
  SR08: 1,
};

/** The names of all cells. */
export type CellName = { [R in keyof typeof places]: keyof (typeof places)[R] }[keyof typeof places];

type Kind = keyof typeof places;

/** One record: a line of the file. */
export interface DsrRecord {
  readonly kind: Kind;
  /** Why the record cannot be read, as a sentence: it is of a version that is not known. */
  readonly fault: string | undefined;
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
  return { kind: kind as Kind, fault: versionFault(kind as Kind, type.trim()), cell };
}

/** @param type such as SU01.02; without a version, the places of the last known one are assumed. */
function versionFault(kind: Kind, type: string): string | undefined {
  const last = lastVersions[kind];
  const version = type.slice(KIND_LENGTH);
  if (last === undefined || version === '') return undefined;
  const [, number] = /^\.(\d{1,3})$/.exec(version) ?? [];
  if (number !== undefined && Number(number) <= last) return undefined;
  const known = `${kind}.${String(last).padStart(2, '0')}`;
  return `The record ${type.slice(0, MAX_TYPE_LENGTH)} is of a version that is not read. ${known} and earlier versions are.`;
}

/** @returns the type of a record of usages that is not read; undefined for any other line. */
export function unreadUsages(text: string): string | undefined {
  const kind = kindOf(text.split('\t', 1)[0] ?? text);
  return /^S[UR]\d\d$/.test(kind) && !byKind.has(kind) ? kind : undefined;
}

const KIND_LENGTH = 4;
const MAX_TYPE_LENGTH = 10;
const NO_CELL = '';

/** Whether a report begins with this line, or with the names of its cells, after a number sign. */
export const isDsrHead = (text: string): boolean => /^#?(?:HEAD|SRHE)\t/.test(text);
