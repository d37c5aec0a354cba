/** Threes on an album that is in review. */
import { tryThrees } from './try-threes.ts';

tryThrees('in review');
