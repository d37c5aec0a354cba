/**
 * `node build-assembly.ts FOLDER OPTIONS`: builds the stage. The options are those of the app, as JSON. It prints
 * the titles of its phases. Run in its own process, because the CDK takes 200 MB.
 */
import type { AppOptions } from '../../../infra/app.ts';
import { errorText } from '../host/error-text.ts';

// Ctrl-C on a terminal also reaches this process. The stage, which it reaches too, ends it.
process.on('SIGINT', () => {});
// The CDK's check of templates for CloudFormation takes a third of the build. `npm run synth` and the tests
// do it.
process.env['CDK_VALIDATION'] = 'false';
const [outdir = '', given = ''] = process.argv.slice(2);
try {
  const options: AppOptions = JSON.parse(given);
  const { buildApp } = await import('../../../infra/app.ts');
  const app = await buildApp({ ...options, stage: 'local', outdir, onPhase: console.log });
  app.synth();
  if (options.bundled && !options.isTemplateOnly) {
    const { copySite } = await import('./copy-site.ts');
    copySite(options.bundled, outdir, options.environment);
  }
} catch (error) {
  console.error(errorText(error));
  process.exit(1);
}
