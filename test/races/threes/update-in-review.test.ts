/** Threes on an album that is live, with an update in review. */
import { tryThrees } from './try-threes.ts';

tryThrees('update in review');
