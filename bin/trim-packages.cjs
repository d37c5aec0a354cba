/**
 * Deletes what packages contain and nothing here reads, about 250 MB, after their installation. Plain JavaScript, because
 * the system's Node runs it. It never fails, because nothing depends on it.
 */
'use strict';
const { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { checkServices, languages, stackServices } = require('./kept-parts.cjs');

const packages = join(__dirname, '../node_modules');

/** VitePress lists these for a search by Algolia. The site searches its own files. */
const ALGOLIA = [...pathsIn('@algolia'), 'algoliasearch', '@docsearch/js', '@docsearch/react'];
/** Of a package that is not used. */
const KEPT = /\/(package\.json|licen[cs]e[^/]*)$/i;

const unused = [
  // C headers, for native modules.
  ...pathsIn('node/node_modules').map((path) => `${path}/include`),
  // For programs in other languages, and for examples.
  'aws-cdk-lib/.jsii.gz',
  'aws-cdk-lib/.jsii.tabl.json.gz',
  'aws-cdk-lib/rosetta',
  // For functions that make Kubernetes clusters or run the AWS command line, and for those behind a proxy.
  'aws-cdk-lib/custom-resource-handlers/dist/aws-eks',
  '@aws-cdk/asset-awscli-v1/lib/layer.zip',
  '@aws-cdk/asset-node-proxy-agent-v6/lib/layer.zip',
  // Tests and sources of packages.
  'mark.js/test',
  'zod/src',
  // Each names a file of @shikijs/langs or @shikijs/themes, which is read without it.
  'shiki/dist/langs',
  'shiki/dist/themes',
  // Other forms of what is installed: for browsers, and for CommonJS.
  'oxc-parser/parser.wasm32-wasip1.wasm',
  'wasm-media-encoders/dist/esnext',
  'wasm-media-encoders/dist/index.cjs',
  '@swc/helpers/_',
  '@swc/helpers/cjs',
  ...ALGOLIA.flatMap((path) => pathsIn(path)).filter((path) => !KEPT.test(path)),
];

/** In all packages. */
const UNUSED_FILES = [
  /\.map$/,
  // The command line copies its own into new projects. The licence of Middy is in its readme.
  /^(?!aws-cdk\/|@middy\/).*(?<!\/(licen[cs]e|notice|copying)[^/]*)\.md$/i,
  // Types for versions of TypeScript before 4.
  /\/dist-types\/ts3\.4$/,
  // Types for CommonJS, and of what only Knip uses.
  /\.d\.cts$/,
  /^(knip|zod)\/.*\.d\.ts$/,
  // Colours of code, but those in infra/documentation/.vitepress/config.ts.
  /^@shikijs\/themes\/dist\/(?!(index|github-(light|dark)-high-contrast)\.)/,
  // For pages without a bundler.
  /^(vue|@vue\/[^/]+)\/dist\/[^/]+\.(esm-browser|global)(\.prod)?\.js$/,
];

for (const path of unused) remove(path);
for (const path of pathsIn('.', { recursive: true }))
  if (UNUSED_FILES.some((pattern) => pattern.test(path))) remove(path);
const typeServices = referredServices();
for (const path of pathsIn('aws-cdk-lib').filter((folder) => /\/aws-[^/]+$/.test(folder))) trimService(path);
for (const path of pathsIn('@shikijs/langs/dist')) trimLanguage(path);
// VitePress reads the logos of companies for links in its menu, which the site does not have.
write('@iconify-json/simple-icons/icons.json', '{ "prefix": "simple-icons", "icons": {} }\n');

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

/** VitePress shows code in a language without a grammar as plain text. */
function trimLanguage(path) {
  if (path.endsWith('.d.mts')) remove(path);
  else if (!languages.includes(basename(path, '.mjs'))) write(path, 'export default [];\n');
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
