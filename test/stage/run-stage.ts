/** Runs a stage in its own process, to be killed: `node run-stage.ts <assembly> <data directory>`. */
import { startLocalStage } from '../../bin/local/start.ts';

const [assembly, dataDirectory] = process.argv.slice(2);
if (!assembly || !dataDirectory) throw new Error('Usage: node run-stage.ts <assembly> <data directory>');
const stage = await startLocalStage({ assembly, dataDirectory });
console.log(
  JSON.stringify({ awsUrl: stage.awsUrl, variables: await stage.invoke('Sender', { variables: true }) }),
);
