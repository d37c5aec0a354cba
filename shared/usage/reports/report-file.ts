/** The bucket objects with the files of reports. */

export const REPORT_PREFIX = 'reports/';

/** Written once. Another attempt at the same report finds the existing file. */
export const reportFile = (reportId: string): string => `${REPORT_PREFIX}${reportId}.csv.gz`;
