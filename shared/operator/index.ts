/** All operator commands. Their implementations are in functions/operate, under the same names. */
import type * as v from 'valibot';
import { addAdmin } from './add-admin.ts';
import { approveRequest } from './approve-request.ts';
import { changeEmail } from './change-email.ts';
import { createOrganization } from './create-organization.ts';
import type { Command } from './declare.ts';
import { importUsage } from './import-usage.ts';
import { listCommands } from './list-commands.ts';
import { payRoyalties } from './pay-royalties.ts';
import { redriveChanges } from './redrive-changes.ts';
import { redriveWebhooks } from './redrive-webhooks.ts';
import { reindex } from './reindex.ts';
import { rejectRequest } from './reject-request.ts';
import { reportStore } from './report-store.ts';
import { requeueRequest } from './requeue-request.ts';
import { resendEvent } from './resend-event.ts';
import { resetPassword } from './reset-password.ts';
import { rotateStageSecret } from './rotate-stage-secret.ts';
import { setAvailability } from './set-availability.ts';
import { setCapabilities } from './set-capabilities.ts';
import { setStore } from './set-store.ts';
import { showRequest } from './show-request.ts';
import { showUsageImport } from './show-usage-import.ts';
import { takedownAlbum } from './takedown-album.ts';
import { usageChart } from './usage-chart.ts';
import { voidPayment } from './void-payment.ts';

const list = [
  createOrganization,
  addAdmin,
  changeEmail,
  resetPassword,
  setCapabilities,
  setAvailability,
  setStore,
  approveRequest,
  rejectRequest,
  requeueRequest,
  takedownAlbum,
  showRequest,
  reportStore,
  importUsage,
  showUsageImport,
  usageChart,
  payRoyalties,
  voidPayment,
  listCommands,
  resendEvent,
  redriveWebhooks,
  redriveChanges,
  rotateStageSecret,
  reindex,
] as const;

type Listed = (typeof list)[number];

export type CommandName = Listed['name'];

/** The arguments of a command, as parsed by its schema. */
export type Given<N extends CommandName> = v.InferOutput<Extract<Listed, { name: N }>['schema']>;

export const commands: readonly (Command & { readonly name: CommandName })[] = list;
