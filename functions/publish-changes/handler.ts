/** Table stream -> bus and work queues: publishes events of committed changes and starts due work. */
export { publishChanges as handler } from '../../shared/service/publish-changes.ts';
