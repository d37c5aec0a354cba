/**
 * Deletes what packages contain and nothing here reads, about 140 MB, after their installation. Plain JavaScript, because
 * the system's Node runs it. It never fails, because nothing depends on it.
 */
'use strict';
const { readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const packages = join(__dirname, '../node_modules');

/** VitePress lists these for a search by Algolia. The site searches its own files. */
const ALGOLIA = [...pathsIn('@algolia'), 'algoliasearch', '@docsearch/js', '@docsearch/react'];
/** Of a package that is not used. */
const KEPT = /\/(package\.json|licen[cs]e[^/]*)$/i;

const unused = [
  // C headers, for native modules.
  ...pathsIn('node/node_modules').map((path) => `${path}/include`),
  // For programs in other languages.
  'aws-cdk-lib/.jsii.gz',
  'aws-cdk-lib/.jsii.tabl.json.gz',
  // For functions that run the AWS command line, and for those behind a proxy.
  '@aws-cdk/asset-awscli-v1/lib/layer.zip',
  '@aws-cdk/asset-node-proxy-agent-v6/lib/layer.zip',
  ...ALGOLIA.flatMap((path) => pathsIn(path)).filter((path) => !KEPT.test(path)),
  ...pathsIn('.', { recursive: true }).filter((path) => path.endsWith('.map')),
];
for (const path of unused) {
  try {
    rmSync(join(packages, path), { recursive: true, force: true });
  } catch {}
}

function pathsIn(folder, options) {
  try {
    return readdirSync(join(packages, folder), options).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
