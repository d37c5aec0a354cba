/** Thrown when the file at a URL cannot be read, either permanently or for now. */

/** Texts are sentences for the owner of the file. */
export type ReadFailure =
  | { readonly is: 'invalid'; readonly errors: readonly string[] }
  /** Worth another attempt. */
  | { readonly is: 'failed'; readonly reason: string };

export class Unreadable extends Error {
  override name = 'Unreadable';
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super(failure.is === 'failed' ? failure.reason : failure.errors.join(' '));
    this.failure = failure;
  }
}

export const invalid = (error: string): Unreadable => new Unreadable({ is: 'invalid', errors: [error] });

export const failed = (reason: string): Unreadable => new Unreadable({ is: 'failed', reason });
