/** Reports of DDEX (DSR) for tests, in each of the forms that are read. */

export const dsrForms = ['blocks', 'single', 'financial'] as const;
type DsrForm = (typeof dsrForms)[number];

export interface DsrUsage {
  readonly isrc: string;
  readonly territory: string;
  readonly usages: number;
  readonly returns: number;
  /** Only of financial reports. */
  readonly money?: string;
}

export interface DsrOf {
  readonly form: DsrForm;
  readonly usages: readonly DsrUsage[];
  /** What the summary of each territory allocates. */
  readonly allocated?: string;
  readonly files?: number;
  readonly sender?: string;
}

const row = (cells: Readonly<Record<number, string | number>>, width: number): string =>
  Array.from({ length: width }, (_, place) => cells[place] ?? '').join('\t');

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** @returns the text of each file, without mistakes. */
export function dsrReport({ form, usages, allocated, files = 1, sender = 'Alpha' }: DsrOf): string[] {
  const territories = [...new Set(usages.map(({ territory }) => territory))];
  const summaries = (territories.length > 0 ? territories : ['DE']).map((territory) =>
    summaryOf(form, { territory, allocated, usages: usages.filter((each) => each.territory === territory) }),
  );
  const parts = Array.from({ length: files }, (_, file) =>
    usages.filter((_, index) => index % files === file),
  );
  let block = 0;
  const bodies = parts.map((part) =>
    part.map((usage) => {
      block += 1;
      return linesOf(form, usage, block);
    }),
  );
  const lengths = bodies.map((body) => 2 + summaries.length + body.flat().length);
  return bodies.map((body, index) => {
    const head = row(
      {
        ...{
          0: 'HEAD',
          1: 'dsrf/1.1.2/1.6/1.0',
          2: form === 'financial' ? 'FinancialReporting' : 'BasicAudioProfile',
        },
        ...{ 3: '1.2', 4: 'message-1', 5: '2026-02-01T00:00:00Z', 6: index + 1, 7: files, 8: '2026-01-01' },
        ...{ 9: '2026-01-31', 10: 'PADPIDA2008120501W', 11: sender, 12: 'Premium' },
      },
      16,
    );
    const foot =
      form === 'blocks'
        ? row(
            {
              0: 'FOOT',
              1: lengths[index] ?? 0,
              2: sum(lengths),
              3: summaries.length,
              4: body.length,
              5: block,
            },
            6,
          )
        : row({ 0: 'SRFO', 1: sum(lengths), 2: summaries.length }, 3);
    return `${[head, ...summaries, ...body.flat(), foot].join('\n')}\n`;
  });
}

interface SummaryOf {
  readonly territory: string;
  readonly allocated: string | undefined;
  readonly usages: readonly DsrUsage[];
}

function summaryOf(form: DsrForm, { territory, allocated, usages }: SummaryOf): string {
  const [used, returned] = [sum(usages.map((each) => each.usages)), sum(usages.map((each) => each.returns))];
  if (form === 'financial')
    return row(
      {
        ...{
          0: 'SY10.01',
          1: territory,
          6: '2026-01-01',
          7: '2026-01-30',
          12: territory,
          16: used,
          17: used,
        },
        ...{ 18: returned, 20: 'USD', 21: 'EUR' },
      },
      46,
    );
  const money = allocated === undefined ? {} : { 14: used, 16: allocated };
  return row({ 0: 'SY02.03', 1: territory, 6: territory, 8: used, 10: 'EUR', ...money }, 22);
}

function linesOf(
  form: DsrForm,
  { isrc, territory, usages, returns, money }: DsrUsage,
  block: number,
): string[] {
  if (form === 'financial')
    return [
      row(
        {
          ...{
            0: 'SR08.01',
            1: block,
            13: isrc,
            24: territory,
            26: usages,
            27: returns,
            28: usages - returns,
          },
          ...{ 45: '9', 46: money ?? '0' },
        },
        48,
      ),
    ];
  if (form === 'single')
    return [row({ 0: 'SR01.01', 1: territory, 3: isrc, 33: block, 36: usages, 37: returns }, 43)];
  return [
    row({ 0: 'RE01.02', 1: block, 2: 'R1', 6: '0850001000314' }, 16),
    row({ 0: 'AS01.02', 1: block, 2: 'A0', 4: 'DEXX99999999' }, 14),
    row({ 0: 'AS02.03', 1: block, 2: 'A1', 4: `${isrc}| ${isrc}` }, 24),
    // A record for each work of the recording.
    row({ 0: 'AS02.03', 1: block, 2: 'A1', 4: isrc, 11: 'T0000000010' }, 24),
    row({ 0: 'MW01.02', 1: block, 2: 'W1' }, 10),
    row({ 0: 'SU01.02', 1: block, 2: territory, 3: block, 5: 'A1', 6: 'true', 8: usages, 9: returns }, 13),
  ];
}
