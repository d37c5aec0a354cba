import type { IncomingMessage } from 'node:http';

/** The path of a request, without its query. Node.js sets the URL of each request to a server. */
export const requestPath = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/s, '');
