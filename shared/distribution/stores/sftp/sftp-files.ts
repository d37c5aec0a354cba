/** The files of a store that is connected by SFTP. */
import { StoreFailure } from '../connected/store-failure.ts';
import type { ListedFile, PlacedFile, StoreFiles } from '../connected/store-files.ts';
import { fileContent } from './file-content.ts';
import { placeMark } from './place-mark.ts';
import { putFile } from './put-file.ts';
import type { SftpSession } from './sftp-session.ts';

export class SftpFiles implements StoreFiles {
  readonly #session: SftpSession;
  readonly signedIn: string;
  /** Small ones wait for responses most of their time. Each has 2 MB in flight. */
  readonly concurrentFiles = 16;

  constructor(session: SftpSession, user: string) {
    this.#session = session;
    this.signedIn = `Signed in as ${user}, with a pinned host key.`;
  }

  async requireFolder(path: string): Promise<void> {
    if (path === '' || (await this.#session.stat(path))?.isFolder) return;
    throw new StoreFailure('missing', `The folder ${path} is missing at the store.`);
  }

  makeFolder(path: string): Promise<void> {
    return this.#session.makeFolder(path);
  }

  stat(path: string) {
    return this.#session.stat(path);
  }

  list(path: string): AsyncIterable<readonly ListedFile[]> {
    return this.#session.list(path || '.');
  }

  content(path: string, bytes: number): AsyncIterable<Uint8Array> {
    return fileContent(this.#session, path, bytes);
  }

  put(file: PlacedFile): Promise<number> {
    return putFile(this.#session, file);
  }

  putMark(file: PlacedFile, confirm: () => Promise<void>): Promise<number> {
    return placeMark(this.#session, file, confirm);
  }

  remove(path: string): Promise<void> {
    return this.#session.remove(path);
  }

  close(): void {
    this.#session.close();
  }
}
