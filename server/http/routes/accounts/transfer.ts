import {
  exportedEverything,
  exportEverything as exportEverythingEndpoint,
} from "@inlet/contract/mail/data-export.ts";
import { limits } from "@inlet/contract/limits.ts";
import {
  cancelImport as cancelImportEndpoint,
  exportedMail,
  exportMail as exportMailEndpoint,
  importMail,
  listImports as listImportsEndpoint,
} from "@inlet/contract/mail/transfer.ts";
import type { Api } from "#/http/api.ts";
import {
  type ExportClaims,
  exportOf,
  exportUrl,
  ownerOfWholeExport,
  wholeExportUrl,
} from "#/http/files/export-url.ts";
import { safeFileName } from "#/http/files/file-name.ts";
import { proofOf } from "#/http/proof.ts";
import { fileRoute, route } from "#/http/route.ts";
import { checkExport, exportMail } from "#/mail/transfer/export-mail.ts";
import { beginImport, cancelImport, listImports } from "#/mail/transfer/start-import.ts";
import { exportEverything } from "#/mail/transfer/export-everything.ts";

/** Routes to import mail from files and export it to one. */
export function transferRoutes(api: Api): void {
  const { auth, mail } = api;

  // In a separate scope, so no other endpoint accepts such bodies.
  void api.server.register((scope, _options, done) => {
    // The handler reads the stream after it has accepted the request.
    scope.addContentTypeParser("application/octet-stream", (_request, _body, parsed) =>
      parsed(null),
    );
    route({ ...api, server: scope }, importMail, async (file, { caller, request }) => {
      const named = { ...file, filename: safeFileName(file.filename) };
      return { import: await beginImport(mail, caller.userId, named, request.raw) };
    });
    done();
  });

  route(api, listImportsEndpoint, async (_input, { caller }) => ({
    imports: await listImports(mail, caller.userId),
  }));

  route(api, cancelImportEndpoint, async ({ id }, { caller }) => {
    await cancelImport(mail, caller.userId, id);
    return { ok: true as const };
  });

  route(api, exportMailEndpoint, async (asked, { caller }) => {
    // Checked before the download starts, because the page cannot show an error of the download.
    await checkExport(mail, caller.userId, asked);
    await auth.audit.recordExport(caller.userId, "mail.exported");
    return { url: exportUrl(api.signer, { ...asked, userId: caller.userId }, limits.signedUrlMs) };
  });

  route(api, exportEverythingEndpoint, async (given, context) => {
    await auth.security.confirm(proofOf(given, context));
    await auth.audit.recordExport(context.caller.userId, "everything.exported");
    return { url: wholeExportUrl(api.signer, context.caller.userId, limits.signedUrlMs) };
  });

  fileRoute(api, exportedEverything, async ({ token }, { caller, fail }) => {
    const userId = ownerOfWholeExport(api.signer, token) ?? fail("export.refused");
    if (caller && caller.userId !== userId) fail("export.refused");
    if (await auth.isSignInDisabled(userId)) fail("export.refused");
    const { avatarVersion: _, ...profile } = await auth.profiles
      .read(userId)
      .catch(() => fail("export.refused"));
    const file = exportEverything(mail, userId, { ...profile, avatar: null });
    return { ...file, embedding: "same-origin", cacheSeconds: 0 };
  });

  fileRoute(api, exportedMail, async ({ token }, { caller, fail }) => {
    const asked: ExportClaims = exportOf(api.signer, token) ?? fail("export.refused");
    if (caller && caller.userId !== asked.userId) fail("export.refused");
    if (await auth.isSignInDisabled(asked.userId)) fail("export.refused");
    const { userId, ...what } = asked;
    const file = await exportMail(mail, userId, what).catch(() => fail("export.refused"));
    return { ...file, embedding: "same-origin", cacheSeconds: 0 };
  });
}
