/**
 * Deletes what packages contain and nothing here reads, about 210 MB, after their installation. Plain JavaScript, because
 * the system's Node runs it. It never fails, because nothing depends on it.
 */
'use strict';
const { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { checkServices, stackServices } = require('./kept-parts.cjs');

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

for (const path of unused) remove(path);
const typeServices = referredServices();
for (const path of pathsIn('aws-cdk-lib').filter((folder) => /\/aws-[^/]+$/.test(folder))) trimService(path);

/**
 * Few of the CDK's 300 services are used; the CDK loads only the index.js of the others. Types stay where those of used
 * services refer to them, except the types of single resources.
 */
function trimService(path) {
  const service = basename(path);
  if (stackServices.includes(service)) return;
  const lib = `${path}/lib`;
  const hasCode = checkServices.includes(service);
  const hasTypes = typeServices.has(service);
  const resources = `${lib}/${service.slice(4)}.generated.d.ts`;
  const text = `${service} is not installed: add it to bin/kept-parts.cjs, and run \`npm ci\`.`;
  // Folders are after their files.
  for (const file of pathsIn(lib, { recursive: true }).reverse()) {
    if (file === resources && hasTypes) write(file, `// ${text}\n${referencesTo(service)}`);
    else if (file.endsWith('.d.ts') ? !hasTypes || /\.generated\.d\.ts$/.test(file) : !hasCode)
      removeIfEmpty(file);
  }
  if (!hasCode) write(`${lib}/index.js`, missingCode(text));
  if (!hasTypes) write(`${lib}/index.d.ts`, `// ${text}\nexport {};\n`);
}

/** @returns a module whose exports fail when they are used: importing programs hide errors of modules. */
function missingCode(text) {
  return `const fail = () => {
  throw new Error(${JSON.stringify(text)});
};
const traps = { apply: fail, construct: fail, get: fail };
module.exports = new Proxy({}, { get: () => new Proxy(class {}, traps) });
`;
}

/** @returns types of references, which constructs accept in place of a resource. */
function referencesTo(service) {
  return `export * from '../../interfaces/generated/${service}-interfaces.generated';\n`;
}

/** @returns the services to which types of the stacks' services refer. */
function referredServices() {
  const types = stackServices
    .flatMap((service) => pathsIn(`aws-cdk-lib/${service}/lib`, { recursive: true }))
    .filter((path) => path.endsWith('.d.ts'))
    .map((path) => readFileSync(join(packages, path), 'utf8'));
  return new Set(types.flatMap((text) => text.match(/(?<=['"][./]+\/)aws-[\w-]+/g) ?? []));
}

function remove(path) {
  try {
    rmSync(join(packages, path), { recursive: true, force: true });
  } catch {}
}

/** @param path of a file or a folder. */
function removeIfEmpty(path) {
  try {
    rmSync(join(packages, path));
  } catch {
    try {
      rmdirSync(join(packages, path));
    } catch {}
  }
}

/** Only into packages that are installed. */
function write(path, text) {
  try {
    writeFileSync(join(packages, path), text);
  } catch {}
}

function pathsIn(folder, options) {
  try {
    return readdirSync(join(packages, folder), options).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
