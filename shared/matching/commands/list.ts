/** The commands about matching, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import { importMatches } from '../commands.ts';

export const matchingCommands = [listed(importMatches, () => import('./import-matches.ts'))] as const;
