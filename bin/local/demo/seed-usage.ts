/** Imports store reports for the delivered demo album, and pays its first month. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { formatAmount } from '../../../shared/kit/values/money.ts';
import type { LocalStage } from '../start.ts';
import { demoAlbums } from './catalogue.ts';
import { type DemoApi, type DemoRecord, type Operate, requireDone } from './demo-api.ts';
import { type DemoUsage, demoUsage, reportOf } from './usage-report.ts';

interface DemoCatalogue {
  readonly api: DemoApi;
  readonly operate: Operate;
  /** By UPC. */
  readonly albums: ReadonlyMap<string, DemoRecord>;
}

type SeededStage = Pick<LocalStage, 'awsUrl' | 'dataDirectory'>;

/** The import continues in the background. A start can be repeated: it starts the same import. */
export async function seedUsage(stage: SeededStage, { api, operate, albums }: DemoCatalogue): Promise<void> {
  for (const album of demoAlbums.filter(({ distribution }) => distribution === 'delivered')) {
    const releaseDate = String(albums.get(album.upc)?.attributes['release_date']);
    const usage = album.dspIds.flatMap((dspId) => demoUsage(album, { dspId, releaseDate }));
    await untilDelivered(api, album.upc);
    await importReport(stage, usage);
    await pay(await api.userId(), { usage, period: releaseDate.slice(0, 7) }, operate);
  }
}

/** A stage whose stores are slow gets its report without waiting for them. */
const LONGEST_WAIT_MS = 20_000;
const BETWEEN_READS_MS = 100;

/** Lines are only matched with tracks that stores have. */
async function untilDelivered(api: DemoApi, upc: string): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < until) {
    const [album] = await api.list(`/albums?filter[upc-code]=${upc}`);
    if (album?.attributes['last-status'] !== 'approved') return;
    await setTimeout(BETWEEN_READS_MS);
  }
}

/** One report for all stores, because each import occupies a function. */
async function importReport(
  { awsUrl, dataDirectory }: SeededStage,
  usage: readonly DemoUsage[],
): Promise<void> {
  const file = join(dataDirectory, 'demo-stores.csv');
  // Imported lazily, because the AWS SDK loads slowly and most starts do not need it.
  const { beginImport } = await import('../../operator/usage/import-usage.ts');
  try {
    writeFileSync(file, reportOf(usage));
    const environment = { AWS_ENDPOINT_URL: awsUrl };
    await beginImport({ stage: 'local', environment, command: 'import-usage', args: { file } });
  } finally {
    rmSync(file, { force: true });
  }
}

const CURRENCY = 'EUR';

/** With the same reference, an amount is paid once. */
async function pay(
  userId: string,
  { usage, period }: { usage: readonly DemoUsage[]; period: string },
  operate: Operate,
): Promise<void> {
  const amount = usage
    .filter(({ date, currency }) => date.startsWith(period) && currency === CURRENCY)
    .reduce((sum, { revenue }) => sum + revenue, 0n);
  const paid = await operate('pay-royalties', {
    'user-id': userId,
    period,
    currency: CURRENCY,
    reference: `DEMO-${period}`,
    amount: formatAmount(amount),
    // The import is not finished.
    'allow-overpayment': true,
  });
  requireDone(paid);
}
