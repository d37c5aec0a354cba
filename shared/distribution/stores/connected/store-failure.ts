/** Why a store could not be reached or did not take a file. */

/**
 * `host_key`: another key than those that are pinned. `space`: the disk is full, or a quota is used up. `protocol`: it
 * says something that is not SFTP. `unfinished`: the caller ran out of time.
 */
export type StoreFault =
  | 'address'
  | 'unreachable'
  | 'timeout'
  | 'host_key'
  | 'sign_in'
  | 'missing'
  | 'permission'
  | 'space'
  | 'closed'
  | 'protocol'
  | 'unfinished';

/** The message is a sentence for operators and for the owner of the release, without secrets. */
export class StoreFailure extends Error {
  override name = 'StoreFailure';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
