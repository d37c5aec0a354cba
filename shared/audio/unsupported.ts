/** Thrown for a file that may be intact, but whose format the stage does not decode. The message is for its owner. */
export class Unsupported extends Error {
  override name = 'Unsupported';
}
