/** What AWS allows, and how long it takes: the parameters of the simulation. */

/** A duration in milliseconds, distributed log-normally. */
export interface Latency {
  readonly median: number;
  readonly p99: number;
}

export interface Quotas {
  readonly stream: Latency;
  readonly bus: Latency;
  readonly queue: Latency;
  /** A call of the table, from a function. */
  readonly table: Latency;
  /** The event source mapping's maximum concurrency. */
  readonly senders: number;
  /** Lambda polls a queue with so many senders at first, and adds more while messages wait. */
  readonly firstSenders: number;
  readonly moreSendersPerMinute: number;
  /** Surplus ones end slowly. AWS does not say how slowly. */
  readonly fewerSendersPerMinute: number;
  readonly sweepSeconds: number;
  readonly sweepTimeLimitSeconds: number;
  /**
   * With 512 MB a function has 0.29 of a processor, and a call takes 0.55 ms of it: one write for each row,
   * and its share of others.
   */
  readonly sweptRowsPerSecond: number;
}

export const awsQuotas: Quotas = {
  stream: { median: 213, p99: 552 },
  bus: { median: 148, p99: 387 },
  queue: { median: 16, p99: 105 },
  table: { median: 6, p99: 25 },
  senders: 200,
  firstSenders: 5,
  moreSendersPerMinute: 300,
  fewerSendersPerMinute: 10,
  sweepSeconds: 60,
  sweepTimeLimitSeconds: 40,
  sweptRowsPerSecond: 450,
};

/** The standard normal quantile of 0.99. */
const Z99 = 2.326;

/** @param random from 0 to 1, twice. */
export function sampled({ median, p99 }: Latency, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp((normal * Math.log(p99 / median)) / Z99);
}
