/**
 * Reads sales reports of DDEX (DSR flat files): Basic Audio in blocks and in single records, and Financial Reporting to
 * Record Companies. All files of a report are read one after another.
 */
import { formatAmount } from '../../kit/values/money.ts';
import { dspData } from '../../reference/data/dsps.ts';
import type { ReportLayout } from '../layouts/report-layout.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import type { ReaderOf, ReportLine, ReportReader } from '../reading/report-reader.ts';
import { MAX_LINE_LENGTH, type TextLine } from '../reading/text-lines.ts';
import { NO_DAY, readUsageLine } from '../rules/usage-line.ts';
import { type DsrRecord, readRecord, unreadUsages } from './dsr-cells.ts';
import { DsrFiles, type DsrHead } from './dsr-files.ts';
import { DsrBlock, type DsrLine, readDsrLine } from './dsr-lines.ts';
import { requireProfile } from './dsr-profile.ts';
import { DsrSummary } from './dsr-summary.ts';

export const dsrReader = (layout: ReportLayout | null, of: ReaderOf): ReportReader =>
  new DsrReader(layout, of);

class DsrReader implements ReportReader {
  readonly #layout: ReportLayout | null;
  readonly #of: ReaderOf;
  readonly #files = new DsrFiles();
  readonly #summaries = new Map<string, DsrSummary>();
  /** The texts of summaries, which all files repeat. */
  readonly #seen = new Map<string, string>();
  #block: DsrBlock | undefined;
  #dsp = '';

  constructor(layout: ReportLayout | null, of: ReaderOf) {
    this.#layout = layout;
    this.#of = of;
  }

  readonly read = (line: TextLine): readonly ReportLine[] => {
    this.#files.countLine();
    if (line.text.startsWith('#')) {
      const stated = VALUES_OF_HEAD.test(line.text) ? readRecord(line.text.slice(1)) : undefined;
      if (stated) requireProfile(stated);
      return [];
    }
    const record = readRecord(line.text);
    if (record?.kind === 'HEAD') this.#open(record);
    else if (!this.#files.isOpen) {
      if (line.text.trim() !== '')
        throw new FileRejected('A line of the report is not between HEAD and FOOT.');
    } else if (record) return this.#readRecord(record, line);
    else return unread(line);
    return [];
  };

  readonly end = (): void => {
    this.#files.end();
    for (const { fault } of this.#summaries.values()) if (fault !== undefined) throw new FileRejected(fault);
  };

  #open(record: DsrRecord): void {
    requireProfile(record);
    this.#files.open(record);
    this.#block = undefined;
    const { head } = this.#files;
    if (!head || this.#dsp !== '') return;
    this.#dsp = dspOf(head, this.#layout);
    this.#of.onIgnored?.([]);
  }

  #readRecord(record: DsrRecord, line: TextLine): readonly ReportLine[] {
    const { kind, fault, cell } = record;
    if (fault !== undefined) throw new FileRejected(fault);
    if (kind.startsWith('SY')) return this.#addSummary(record, line);
    if (kind === 'FOOT' || kind === 'SRFO') this.#files.close(record);
    else {
      if (cell('block') !== '' && cell('block') !== this.#block?.id) {
        this.#block = new DsrBlock(cell('block'));
        this.#files.countBlock();
      }
      if (kind.startsWith('AS')) this.#block?.add(record);
      if (kind.startsWith('SU') || kind.startsWith('SR')) return [this.#usage(record, line)];
    }
    return [];
  }

  /** @returns a rejected line for money that no usage can get. */
  #addSummary(record: DsrRecord, { number, text }: TextLine): readonly ReportLine[] {
    this.#files.countSummary();
    const id = record.cell('summaryId');
    const before = this.#seen.get(id);
    if (before === text) return [];
    if (before !== undefined)
      throw new FileRejected(`The summary ${id} appears twice with different values.`);
    this.#seen.set(id, text);
    if (this.#seen.size > MAX_SUMMARIES) throw new FileRejected('The report has too many summaries.');
    const parent = record.cell('parent');
    const summary = new DsrSummary(record, parent || id);
    this.#place(summary);
    return summary.undivided === undefined || parent !== ''
      ? []
      : [{ number, text, read: summary.undivided }];
  }

  /** Allocations to rights controllers can have the summary that they are about as their parent. */
  #place(summary: DsrSummary): void {
    const same = this.#summaries.get(summary.id);
    if (same) same.allocate(summary);
    else this.#summaries.set(summary.id, summary);
  }

  #usage(record: DsrRecord, line: TextLine): ReportLine {
    const { number, text } = line;
    const summary = this.#summaries.get(record.cell('summary'));
    const found = line.isTooLong
      ? `The line has more than ${MAX_LINE_LENGTH} characters.`
      : readDsrLine(record, { summary, block: this.#block });
    if (typeof found === 'string' || !summary) return { number, text, read: String(found) };
    return { number, text, read: readUsageLine(this.#values(found, summary), this.#of.known) };
  }

  #values({ isrc, date, usages, returns, money }: DsrLine, summary: DsrSummary): readonly string[] {
    const day = dayOf(date || summary.end || this.#files.head?.end);
    const plays = String(usages - returns);
    const country = this.#layout?.values.country?.[summary.territory] ?? summary.territory;
    return [day, this.#dsp, country, isrc, plays, formatAmount(money), summary.currency];
  }
}

/** What a sender reports in other records must not be lost silently. */
function unread({ number, text }: TextLine): readonly ReportLine[] {
  const kind = unreadUsages(text);
  return kind === undefined ? [] : [{ number, text, read: `Records of the type ${kind} are not read.` }];
}

const MAX_SUMMARIES = 100_000;
/** A number sign precedes the names of cells; some senders write it before the values too. */
const VALUES_OF_HEAD = /^#(?:HEAD|SRHE)\tdsrf\//i;
/** Without its time. A year counts on its last day. */
const dayOf = (text = NO_DAY): string => (/^\d{4}$/.test(text) ? `${text}-12` : text.replace(/T.*$/, NO_DAY));

/** @throws FileRejected if the sender is not one of the DSPs. */
function dspOf({ senderId, sender, service }: DsrHead, layout: ReportLayout | null): string {
  const names = [service, sender, senderId].map((name) => name.toLowerCase());
  const given = Object.entries(layout?.values.dsp_id ?? {}).find(([name]) =>
    names.includes(name.toLowerCase()),
  )?.[1];
  const known = dspData.rows().find(({ name }) => names.includes(name.toLowerCase()))?.id;
  const dsp = given ?? layout?.constants.dsp_id ?? known;
  if (dsp !== undefined) return dsp;
  throw new FileRejected(
    `The report is from ${sender || senderId}, which is not the name of a DSP. Add --set dsp_id=ID.`,
  );
}
