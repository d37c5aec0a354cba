/** npm run openapi: writes docs/openapi.json. */
import { writeFileSync } from 'node:fs';
import { currentText, files } from '../infra/openapi/files.ts';

writeFileSync(files.current, currentText());
