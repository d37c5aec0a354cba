/** What a waveform is drawn from. */

/**
 * @param channels samples from -1 to 1. @param columns how many peaks.
 * @returns the highest absolute sample of each column.
 */
export function peaksOf(channels: readonly Float32Array[], columns: number): readonly number[] {
  const length = channels[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * length) / columns);
    const to = Math.floor(((column + 1) * length) / columns);
    let peak = 0;
    for (const samples of channels)
      for (let index = from; index < to; index++) peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  });
}

/** @returns the outline of the peaks as a path, in a box of one unit for each column and a height of 2. */
export function outlineOf(peaks: readonly number[]): string {
  const upper = peaks.map((peak, column) => `${column},${(1 - peak).toFixed(3)}`);
  const lower = peaks.map((peak, column) => `${column},${(1 + peak).toFixed(3)}`).toReversed();
  return peaks.length === 0 ? '' : `M${[...upper, ...lower].join('L')}Z`;
}
