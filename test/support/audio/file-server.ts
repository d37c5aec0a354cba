/** Responds like a storage service: with ranges, ETag and size. */
import type { RequestListener } from 'node:http';

const ETAG = '"abc"';

export const fileServer =
  (file: Buffer): RequestListener =>
  ({ headers }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined) {
      response.writeHead(200, { etag: ETAG, 'content-length': file.length }).end(file);
      return;
    }
    const start = Number(first);
    const end = last ? Math.min(file.length, Number(last) + 1) : file.length;
    if (start >= file.length) {
      response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
      return;
    }
    const range = `bytes ${start}-${end - 1}/${file.length}`;
    response.writeHead(206, { etag: ETAG, 'content-range': range, 'content-length': end - start });
    response.end(file.subarray(start, end));
  };
