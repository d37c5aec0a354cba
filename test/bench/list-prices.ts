/** AWS list prices in us-east-1 without free tiers and volume discounts, in US dollars, as of November 2026. */
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
