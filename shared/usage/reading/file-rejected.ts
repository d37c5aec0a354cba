/** Thrown if nothing in a file can be imported. */

/** Why a file is rejected, if that is not about the file alone. */
export type RejectedAs =
  /** None of its lines can be imported. They are listed in an object. */
  | 'lines'
  /** Another import has the same lines. */
  | 'known';

/** The message is a sentence for the operator. */
export class FileRejected extends Error {
  override name = 'FileRejected';
  readonly as: RejectedAs | null;

  constructor(message: string, as: RejectedAs | null = null) {
    super(message);
    this.as = as;
  }
}
