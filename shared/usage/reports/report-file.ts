/** The objects of the stage's bucket that are the files of reports. */

export const REPORT_PREFIX = 'reports/';

/** Written once: whoever makes the report again finds what there is. */
export const reportFile = (reportId: string): string => `${REPORT_PREFIX}${reportId}.csv.gz`;
