/** Threes on an album that is approved. */
import { tryThrees } from './try-threes.ts';

tryThrees('approved');
