/** States of the pages of the console, in which each of their expressions shows something. */
import { commandsPages } from './pages/commands.ts';
import { customersPages } from './pages/customers.ts';
import { decisionsPages } from './pages/decisions.ts';
import { moneyPages } from './pages/money.ts';
import type { PlayedPages } from './pages/page.ts';
import { releasesPages } from './pages/releases.ts';
import { reportsPages } from './pages/reports.ts';
import { requestsPages } from './pages/requests.ts';
import { workPages } from './pages/work.ts';

export const playedPages: PlayedPages = {
  ...customersPages,
  ...moneyPages,
  ...reportsPages,
  ...workPages,
  ...commandsPages,
  ...requestsPages,
  ...releasesPages,
  ...decisionsPages,
};
