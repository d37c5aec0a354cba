/** All operator commands, in the order in which they are listed to operators. The runs are in runs.ts. */
import { addAdmin } from '../../accounts/commands/add-admin/declare.ts';
import { changeEmail } from '../../accounts/commands/change-email/declare.ts';
import { createOrganization } from '../../accounts/commands/create-organization/declare.ts';
import { resetPassword } from '../../accounts/commands/reset-password/declare.ts';
import { rotateStageSecret } from '../../accounts/commands/rotate-stage-secret/declare.ts';
import { setCapabilities } from '../../accounts/commands/set-capabilities/declare.ts';
import { setAvailability } from '../../catalogue/commands/set-availability/declare.ts';
import { approveRequest } from '../../distribution/commands/approve-request/declare.ts';
import { rejectRequest } from '../../distribution/commands/reject-request/declare.ts';
import { reportStore } from '../../distribution/commands/report-store/declare.ts';
import { requeueRequest } from '../../distribution/commands/requeue-request/declare.ts';
import { setStore } from '../../distribution/commands/set-store/declare.ts';
import { showRequest } from '../../distribution/commands/show-request/declare.ts';
import { takedownAlbum } from '../../distribution/commands/takedown-album/declare.ts';
import type { Command } from '../../kit/commands/declare.ts';
import { payRoyalties } from '../../royalties/commands/pay-royalties/declare.ts';
import { voidPayment } from '../../royalties/commands/void-payment/declare.ts';
import { importUsage } from '../../usage/commands/import-usage/declare.ts';
import { showUsageImport } from '../../usage/commands/show-usage-import/declare.ts';
import { usageChart } from '../../usage/commands/usage-chart/declare.ts';
import { redriveWebhooks } from '../../webhooks/commands/redrive-webhooks/declare.ts';
import { resendEvent } from '../../webhooks/commands/resend-event/declare.ts';
import { listCommands } from './list-commands/declare.ts';
import { redriveChanges } from './redrive-changes/declare.ts';
import { reindex } from './reindex/declare.ts';

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

export const commands: readonly (Command & { readonly name: CommandName })[] = list;
