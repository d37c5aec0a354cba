/** Signs in, creates a label, and lists albums: `node example.ts http://localhost:3000`, on Node 22.18 or newer. */
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const [, , address = 'http://localhost:3000'] = process.argv;
const headers = { 'Content-Type': 'application/vnd.api+json' };
const querySerializer = { array: { style: 'form', explode: false } } as const;
const client = createClient<paths>({ baseUrl: `${address}/api/v1`, headers, querySerializer });

const login = { email: 'admin@demo.example', password: 'Demo-Password-1', grant_type: 'password' } as const;
const session = await client.POST('/oauth/token', {
  body: login,
  headers: { 'Content-Type': 'application/json' },
});
if (!session.data) throw new Error(session.error.errors[0]?.detail);
const authorization = `Bearer ${session.data.access_token}`;
client.use({ onRequest: ({ request }) => request.headers.set('Authorization', authorization) });

const label = await client.POST('/labels', {
  body: { data: { type: 'labels', attributes: { name: 'Typed Label' } } },
});
if (!label.data) throw new Error(label.error.errors[0]?.detail);
console.log(`label ${label.data.data.attributes.name}`);

const albums = await client.GET('/albums', {
  params: { query: { include: ['label'], sort: ['title'], 'page[size]': 2 } },
});
for (const { attributes } of albums.data?.data ?? []) console.log(`album ${attributes.title}`);
