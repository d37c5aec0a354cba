/**
 * AWS list prices in us-east-1 without free tiers and volume discounts, in US dollars, as of November 2026.
 */
export const listPrices = {
  /** Per request to an HTTP API. */
  apiRequest: 1 / 1e6,
  /** Per invocation of a function, and per gigabyte and second that it runs on arm64. */
  invocation: 0.2 / 1e6,
  gigabyteSecond: 0.0000133334,
  /** Per request unit of a table with capacity on demand. */
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** Per request to a standard queue: messages are sent, received and deleted. */
  queueRequest: 0.4 / 1e6,
  /** Per event put on a bus. */
  busEvent: 1 / 1e6,
  /** Per gigabyte written to a log. */
  logGigabyte: 0.5,
} as const;

/** Of the bucket, and of what goes to other networks. */
export const transferPrices = {
  objectWrite: 0.005 / 1000,
  objectRead: 0.0004 / 1000,
  /** Per gigabyte, for a month. */
  objectGigabyte: 0.023,
  /** Per gigabyte to the internet. */
  outGigabyte: 0.09,
} as const;

/** What is charged for a month, whether it is used or not. */
export const monthlyPrices = {
  /** Per gigabyte of a table, and of its point-in-time recovery. */
  tableGigabyte: 0.25,
  recoveryGigabyte: 0.2,
  secret: 0.4,
  /** Of each version of the key, and there are three at most. */
  key: 1,
  /** Estimated: the table and each queue in use ask about once in five minutes for each caller. */
  keyRequests: 2,
  dashboard: 3,
  /** For each metric of an alarm: one that calculates with ten metrics costs as much as ten. */
  alarmMetric: 0.1,
  /** In addition to the alarms of which it is made. */
  compositeAlarm: 0.5,
  /** For each combination of dimensions, in hours in which it is reported. */
  metric: 0.3,
  webAcl: 5,
  webAclRule: 1,
} as const;
