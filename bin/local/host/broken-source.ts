/** An error in the sources, with positions in its message. */
export class BrokenSource extends Error {
  override name = 'BrokenSource';
}
