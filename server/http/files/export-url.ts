import { AccountId, UserId } from "@inlet/contract/ids.ts";
import { exportMail } from "@inlet/contract/mail/transfer.ts";
import type { z } from "zod";
import type { Signer } from "#/base/signed-url.ts";

const purpose = "export";

const Claims = exportMail.input.extend({ userId: UserId, accountId: AccountId.optional() });
export type ExportClaims = z.output<typeof Claims>;

/** Returns a URL that serves an export of one user's mail for a limited time. */
export function exportUrl(signer: Signer, asked: ExportClaims, lifetimeMs: number): string {
  return `/export/${signer.sign(purpose, { asked: JSON.stringify(asked) }, lifetimeMs)}`;
}

const everything = "export everything";

/** Returns a URL that serves an export of all of a user's data for a limited time. */
export function wholeExportUrl(signer: Signer, userId: UserId, lifetimeMs: number): string {
  return `/user/export/${signer.sign(everything, { userId }, lifetimeMs)}`;
}

/** Returns the owner of the export, or null if the token is forged or expired. */
export function ownerOfWholeExport(signer: Signer, token: string): UserId | null {
  const userId = signer.verify(everything, token)?.["userId"];
  return userId === undefined ? null : UserId.parse(userId);
}

/** Returns the export that the token requests, or null if it is forged or expired. */
export function exportOf(signer: Signer, token: string): ExportClaims | null {
  const asked = signer.verify(purpose, token)?.["asked"];
  return asked === undefined ? null : Claims.parse(JSON.parse(asked));
}
