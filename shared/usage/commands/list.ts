/** The commands about usage, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import { importUsage, listImports, repeatReport, showUsageImport, usagePlays } from '../commands.ts';

export const usageCommands = [
  listed(importUsage, () => import('./import-usage.ts')),
  listed(listImports, () => import('./list-imports.ts')),
  listed(showUsageImport, () => import('./show-usage-import.ts')),
  listed(repeatReport, () => import('./repeat-report.ts')),
  listed(usagePlays, () => import('./usage-plays.ts')),
] as const;
