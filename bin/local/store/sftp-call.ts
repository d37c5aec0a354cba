/** The calls of clients of the SFTP server, and how they can fail. */

/** How a call of a client fails instead of being executed. */
export type SftpFault = 'hang' | 'cut' | { readonly status: number };

export interface SftpCall {
  readonly name: string;
  /** From the folder of the server; empty for calls with a handle. */
  readonly path: string;
}
