/** The sentences for errors with which a store responds to SFTP. */
import { StoreFailure, type StoreFault } from '../connected/store-failure.ts';

/** Codes of SSH_FXP_STATUS, as versions 3 to 6 of the protocol number them. */
export const STATUS = { end: 1, missing: 2, permission: 3, noSpace: 14, quota: 15 } as const;

export const statusOf = (error: unknown): unknown => Object(error).code;

/** @param action what the store was asked to do. */
export function sftpFailure(error: unknown, action: string): StoreFailure {
  const { fault, sentence } = described(error);
  return new StoreFailure(fault, `${sentence} It was asked to ${action}.`);
}

function described(error: unknown): { readonly fault: StoreFault; readonly sentence: string } {
  switch (statusOf(error)) {
    case STATUS.missing:
      return { fault: 'missing', sentence: 'The store has no such file or folder.' };
    case STATUS.permission:
      return { fault: 'permission', sentence: 'The store denies permission.' };
    case STATUS.noSpace:
      return { fault: 'space', sentence: 'The disk of the store is full.' };
    case STATUS.quota:
      return { fault: 'space', sentence: 'The quota of the stage at the store is used up.' };
    default:
      return { fault: 'protocol', sentence: `The store failed (${messageOf(error)}).` };
  }
}

/** In one line, because the store chooses the text. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 200);
