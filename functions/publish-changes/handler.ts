/** Table stream -> bus and work queues: publishes the events of each committed change, and starts the work that it makes due. */
export { publishChanges as handler } from '../../shared/service/publish-changes.ts';
