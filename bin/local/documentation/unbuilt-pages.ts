/** Responds instead of the function documentation until its site is built. */
import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import { routesOf } from '../apigateway/http-api.ts';
import { gatewayPath } from '../apigateway/path.ts';
import { compileRoutes } from '../apigateway/routes.ts';
import { requestPath } from '../host/request-path.ts';
import type { Plan } from '../template/plan.ts';
import { documentationOf } from '../template/site-folder.ts';
import type { SiteState, StageSite } from './stage-site.ts';

const RELOAD_SECONDS = 2;

/** @param next gets all other requests, and once the site is ready, all. */
export function withSite(site: StageSite, plan: Plan, next: RequestListener): RequestListener {
  const router = compileRoutes(routesOf(plan));
  const name = documentationOf(plan.stackName);
  return (request, response) => {
    const state = site.state();
    const path = gatewayPath(requestPath(request));
    const isDocumentation = path !== undefined && router(path)?.target.functionArn.endsWith(`:${name}`);
    if (state.is === 'ready' || path === undefined || !isDocumentation) return next(request, response);
    request.resume();
    const isPage = extname(path) === '';
    const content = Buffer.from(isPage ? pageOf(state) : `${textOf(state).join('\n\n')}\n`);
    response.writeHead(503, {
      'cache-control': 'no-store',
      'content-length': content.length,
      'content-security-policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
      'retry-after': String(RELOAD_SECONDS),
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
}

type Unready = Exclude<SiteState, { readonly is: 'ready' }>;

/** A title, and what to do. */
const textOf = (state: Unready): readonly [title: string, ...rest: string[]] =>
  state.is === 'broken'
    ? [
        'The documentation could not be built',
        'The API works without it. Correct the error, and start the stage again, or let it reload changed sources (RELOAD=1).',
        state.reason,
      ]
    : [
        'The documentation is being built',
        'This takes about twenty seconds after a change of the sources. The API works in the meantime.',
      ];

function pageOf(state: Unready): string {
  const [title, advice, reason] = textOf(state).map(escaped);
  const isComing = state.is === 'being built';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isComing ? `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">` : ''}
<title>${title}</title>
<link rel="icon" href="data:,">
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 40rem; padding: 0 1rem } pre { overflow-x: auto }</style>
<main>
<h1>${title}</h1>
<p>${advice}${isComing ? ' This page reloads until it is ready.' : ''}</p>
${reason === undefined ? '' : `<pre tabindex="0">${reason}</pre>`}
</main>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
