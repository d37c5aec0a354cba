/**
 * `node build-assembly.ts FOLDER OPTIONS`: builds the stage. The options are those of the app, as JSON. Run
 * in its own process, because the CDK takes 200 MB.
 */
import { errorText } from '../command-line/error-text.ts';

// Ctrl-C on a terminal also reaches this process. The stage, which it reaches too, ends it.
process.on('SIGINT', () => {});
// The CDK's check of templates for CloudFormation takes a third of the build. `npm run synth` and the tests
// do it.
process.env['CDK_VALIDATION'] = 'false';
const [outdir = '', options = ''] = process.argv.slice(2);
try {
  const { buildApp } = await import('../../app.ts');
  const app = await buildApp({ ...JSON.parse(options), stage: 'local', outdir });
  app.synth();
} catch (error) {
  console.error(errorText(error));
  process.exit(1);
}
