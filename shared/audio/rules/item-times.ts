/** When in a recording the items of a print are. Chromaprint's algorithm 2 (the default) sets the numbers. */

/** Chromaprint resamples to this rate, and moves a window of 4096 samples by a third. */
const RATE = 11_025;
const HOP_SAMPLES = 1365;
const WINDOW_SAMPLES = 4096;
/** Each item compares rows within 16, and each row is smoothed over 5 windows. */
const WINDOWS_PER_ITEM = 16 + 5 - 1;

/** Seconds between two items at speed 1. */
export const ITEM_SECONDS = HOP_SAMPLES / RATE;

/** Seconds of audio that one item describes at speed 1. Item 0 describes the first. */
export const ITEM_SPAN_SECONDS = ((WINDOWS_PER_ITEM - 1) * HOP_SAMPLES + WINDOW_SAMPLES) / RATE;

/**
 * @param speed of the print that the item is in.
 * @returns seconds from the start of the recording to the middle of what the item describes.
 * @example itemTime(0) // 1.36
 * @internal Tests compare it with recordings.
 */
export const itemTime = (index: number, speed = 1): number =>
  speed * (index * ITEM_SECONDS + ITEM_SPAN_SECONDS / 2);
