/** The calls of one client of the SFTP server, on the files of a folder. */
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, truncate } from 'node:fs/promises';
import { join, posix } from 'node:path';
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2';
import type { SftpCall, SftpFault } from './sftp-call.ts';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

const statuses: ReadonlyMap<string | undefined, number> = new Map([
  ['ENOENT', STATUS_CODE.NO_SUCH_FILE],
  ['EACCES', STATUS_CODE.PERMISSION_DENIED],
  ['EPERM', STATUS_CODE.PERMISSION_DENIED],
]);

export interface ServedFolder {
  readonly folder: string;
  readonly onCall?: (call: SftpCall) => SftpFault | undefined;
  /** Called with the path of each file that a client has renamed. */
  readonly onRenamed?: (path: string) => void;
}

interface OpenFolder {
  readonly path: string;
  names: string[] | undefined;
}

const PAGE = 100;

export class SftpFiles {
  readonly #sftp: SFTPWrapper;
  readonly #options: ServedFolder;
  readonly #cut: () => void;
  readonly #files = new Map<number, FileHandle>();
  readonly #folders = new Map<number, OpenFolder>();
  #last = 0;

  constructor(sftp: SFTPWrapper, options: ServedFolder, cut: () => void) {
    this.#sftp = sftp;
    this.#options = options;
    this.#cut = cut;
  }

  serve(): void {
    const sftp = this.#sftp;
    this.#serveFiles();
    this.#serveFolders();
    sftp.on('REALPATH', (id, path) =>
      sftp.name(id, [{ filename: posix.join('/', path), longname: path, attrs: NO_ATTRIBUTES }]),
    );
    const tell = (id: number, path: string) =>
      this.#do(id, { name: 'stat', path }, async () =>
        sftp.attrs(id, attributesOf(await stat(this.#at(path)))),
      );
    sftp.on('STAT', tell);
    sftp.on('LSTAT', tell);
    sftp.on('SETSTAT', (id, path, { size }) =>
      this.#do(id, { name: 'setstat', path }, async () => {
        if (size !== undefined) await truncate(this.#at(path), size);
        sftp.status(id, STATUS_CODE.OK);
      }),
    );
    sftp.on('end', () => {
      for (const file of this.#files.values()) file.close().catch(() => {});
    });
  }

  #serveFiles(): void {
    const sftp = this.#sftp;
    sftp.on('OPEN', (id, path, flags) =>
      this.#do(id, { name: 'open', path }, async () => {
        const file = await open(this.#at(path), modeOf(flags));
        sftp.handle(
          id,
          this.#handleTo((number) => this.#files.set(number, file)),
        );
      }),
    );
    sftp.on('WRITE', (id, handle, offset, data) =>
      this.#do(id, { name: 'write', path: '' }, async () => {
        await this.#fileOf(handle).write(data, 0, data.length, offset);
        sftp.status(id, STATUS_CODE.OK);
      }),
    );
    sftp.on('READ', (id, handle, offset, length) =>
      this.#do(id, { name: 'read', path: '' }, async () => {
        const { bytesRead, buffer } = await this.#fileOf(handle).read(
          Buffer.alloc(length),
          0,
          length,
          offset,
        );
        if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
        else sftp.data(id, buffer.subarray(0, bytesRead));
      }),
    );
    sftp.on('FSTAT', (id, handle) =>
      this.#do(id, { name: 'fstat', path: '' }, async () =>
        sftp.attrs(id, attributesOf(await this.#fileOf(handle).stat())),
      ),
    );
    sftp.on('FSETSTAT', (id, handle, { size }) =>
      this.#do(id, { name: 'fsetstat', path: '' }, async () => {
        if (size !== undefined) await this.#fileOf(handle).truncate(size);
        sftp.status(id, STATUS_CODE.OK);
      }),
    );
    sftp.on('CLOSE', (id, handle) =>
      this.#do(id, { name: 'close', path: '' }, async () => {
        const number = handle.readUInt32BE(0);
        await this.#files.get(number)?.close();
        this.#files.delete(number);
        this.#folders.delete(number);
        sftp.status(id, STATUS_CODE.OK);
      }),
    );
  }

  #serveFolders(): void {
    const sftp = this.#sftp;
    const simply = (id: number, call: SftpCall, work: () => Promise<unknown>) =>
      this.#do(id, call, async () => {
        await work();
        sftp.status(id, STATUS_CODE.OK);
      });
    sftp.on('MKDIR', (id, path) => simply(id, { name: 'mkdir', path }, () => mkdir(this.#at(path))));
    sftp.on('RMDIR', (id, path) => simply(id, { name: 'rmdir', path }, () => rmdir(this.#at(path))));
    sftp.on('REMOVE', (id, path) => simply(id, { name: 'remove', path }, () => rm(this.#at(path))));
    sftp.on('RENAME', (id, path, to) =>
      simply(id, { name: 'rename', path: to }, async () => {
        await rename(this.#at(path), this.#at(to));
        this.#options.onRenamed?.(posix.join('/', to).slice(1));
      }),
    );
    sftp.on('OPENDIR', (id, path) =>
      this.#do(id, { name: 'opendir', path }, async () => {
        await readdir(this.#at(path));
        sftp.handle(
          id,
          this.#handleTo((number) => this.#folders.set(number, { path, names: undefined })),
        );
      }),
    );
    sftp.on('READDIR', (id, handle) =>
      this.#do(id, { name: 'readdir', path: '' }, () => this.#list(id, handle)),
    );
  }

  async #list(id: number, handle: Buffer): Promise<void> {
    const folder = this.#folders.get(handle.readUInt32BE(0));
    if (!folder) throw new Error('There is no such handle.');
    folder.names ??= await readdir(this.#at(folder.path));
    const page = folder.names.splice(0, PAGE);
    if (page.length === 0) return this.#sftp.status(id, STATUS_CODE.EOF);
    const entries = await Promise.all(
      page.map(async (filename) => {
        const attrs = attributesOf(await stat(join(this.#at(folder.path), filename)));
        return { filename, longname: filename, attrs };
      }),
    );
    this.#sftp.name(id, entries);
  }

  /** Does what was asked, unless the call is to fail. */
  #do(id: number, call: SftpCall, work: () => Promise<unknown>): void {
    const fault = this.#options.onCall?.(call);
    if (fault === 'cut') this.#cut();
    else if (fault && fault !== 'hang') this.#sftp.status(id, fault.status);
    if (fault) return;
    work().catch((error: NodeJS.ErrnoException) => {
      this.#sftp.status(id, statuses.get(error.code) ?? STATUS_CODE.FAILURE);
    });
  }

  #handleTo(remember: (number: number) => unknown): Buffer {
    this.#last += 1;
    remember(this.#last);
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(this.#last);
    return handle;
  }

  #fileOf(handle: Buffer): FileHandle {
    const file = this.#files.get(handle.readUInt32BE(0));
    if (!file) throw new Error('There is no such handle.');
    return file;
  }

  /** Paths cannot leave the folder. */
  #at(path: string): string {
    return join(this.#options.folder, posix.join('/', path));
  }
}

function modeOf(flags: number): string {
  if ((flags & OPEN_MODE.WRITE) === 0) return 'r';
  return (flags & OPEN_MODE.TRUNC) === 0 ? 'r+' : 'w+';
}

const NO_ATTRIBUTES: Attributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

const attributesOf = (stats: Awaited<ReturnType<typeof stat>>): Attributes => ({
  mode: Number(stats.mode),
  uid: Number(stats.uid),
  gid: Number(stats.gid),
  size: Number(stats.size),
  atime: Math.floor(Number(stats.atimeMs) / 1000),
  mtime: Math.floor(Number(stats.mtimeMs) / 1000),
});
