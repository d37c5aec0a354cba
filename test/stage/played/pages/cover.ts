/** The file of a cover. */
import type { RequestListener } from 'node:http';

/** A picture of one pixel. */
export const cover: RequestListener = (_, response) =>
  void response
    .setHeader('content-type', 'image/gif')
    .end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
