/** How payments move to another stage. Totals are computed from them. */
import { recordFile } from '../kit/moves/record-file.ts';
import { royaltyPayments } from './api/royalties.ts';

export const movedRoyalties = [recordFile(royaltyPayments)];
