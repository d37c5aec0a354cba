/** The bucket objects of imports, all with one prefix. */

export const USAGE_PREFIX = 'usage/';

/** Uploaded reports. Nothing reads them after their import. */
export const STORE_REPORT_PREFIX = `${USAGE_PREFIX}reports/`;

/** The report, named by the digest of its content. It is never replaced. */
export const reportObject = (sha256: string): string => `${STORE_REPORT_PREFIX}${sha256}.csv`;

const ofRun = (run: string, name: string): string => `${USAGE_PREFIX}runs/${run}/${name}`;

/** The rejected lines, with their numbers and reasons. */
export const rejectsObject = (run: string): string => ofRun(run, 'rejected.csv');

/** The lines whose ISRC belongs to no owner or to several. */
export const unmatchedObject = (run: string): string => ofRun(run, 'unmatched.csv');

/** The tracks found for some of the ISRCs. Stored, so that all attempts of an import agree. */
export const findingsObject = (run: string, shard: number): string => ofRun(run, `tracks-${shard}.json`);

/** The keys of the rows written by a part of the import. */
export const rowsObject = (run: string, partition: number): string => ofRun(run, `rows-${partition}.txt`);
