/** The objects of the stage's bucket that belong to imports of reports. All are below one prefix. */

export const USAGE_PREFIX = 'usage/';

/** The report itself, by the digest of its content: nothing is ever replaced. */
export const reportObject = (sha256: string): string => `${USAGE_PREFIX}reports/${sha256}.csv`;

const ofRun = (run: string, name: string): string => `${USAGE_PREFIX}runs/${run}/${name}`;

/** The lines that count for nothing, with their numbers and reasons. */
export const rejectsObject = (run: string): string => ofRun(run, 'rejected.csv');

/** Lines that name the tracks of nobody, or of several owners. */
export const unmatchedObject = (run: string): string => ofRun(run, 'unmatched.csv');

/** Which tracks a part of the ISRCs are of: found once, so that all attempts of an import agree. */
export const findingsObject = (run: string, shard: number): string => ofRun(run, `tracks-${shard}.json`);

/** The keys of the rows that a part of the import writes. */
export const rowsObject = (run: string, partition: number): string => ofRun(run, `rows-${partition}.txt`);
