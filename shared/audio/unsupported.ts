/** Thrown for a file that may be intact, but is not decoded by the stage. The message is for its owner. */
export class Unsupported extends Error {
  override name = 'Unsupported';
}
