import { lazyRouteComponent } from "@tanstack/react-router";
import { adminAuditTexts } from "#/features/admin-audit/admin-audit-texts.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";

const { sections } = adminTexts;

/**
 * Sections for administrators, in display order: the name in the address, the label, and the panel, which is fetched when it is
 * shown. A section of another feature is one more entry.
 */
export const adminSections = [
  {
    value: "users",
    label: sections.users,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/users-panel.tsx"),
      "UsersPanel",
    ),
  },
  {
    value: "registration",
    label: sections.registration,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/registration-panel.tsx"),
      "RegistrationPanel",
    ),
  },
  {
    value: "accounts",
    label: sections.accounts,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/accounts-panel.tsx"),
      "AccountsPanel",
    ),
  },
  {
    value: "jobs",
    label: sections.jobs,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/jobs-panel.tsx"),
      "JobsPanel",
    ),
  },
  {
    value: "storage",
    label: sections.storage,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/storage-panel.tsx"),
      "StoragePanel",
    ),
  },
  {
    value: "models",
    label: sections.models,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/model-use-panel.tsx"),
      "ModelUsePanel",
    ),
  },
  {
    value: "backups",
    label: sections.backups,
    Panel: lazyRouteComponent(
      () => import("#/features/administration/backups-panel.tsx"),
      "BackupsPanel",
    ),
  },
  {
    value: "audit",
    label: adminAuditTexts.title,
    Panel: lazyRouteComponent(() => import("#/features/admin-audit/admin-audit.tsx"), "AdminAudit"),
  },
] as const;
