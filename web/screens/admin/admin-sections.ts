import { Archive, Cpu, HardDrive, ListTodo, Mail, MailPlus, ScrollText, Users } from "lucide-react";
import { adminAuditTexts } from "#/features/admin-audit/admin-audit-texts.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { lazyPanel } from "#/ui/settings/lazy-panel.tsx";

const { sections } = adminTexts;

/**
 * Sections for administrators, in display order: the name in the address, the label, and the panel, which is fetched when it is
 * shown. A section of another feature is one more entry.
 */
export const adminSections = [
  {
    value: "users",
    Icon: Users,
    label: sections.users,
    Panel: lazyPanel(() => import("#/features/administration/users-panel.tsx"), "UsersPanel"),
  },
  {
    value: "registration",
    Icon: MailPlus,
    label: sections.registration,
    Panel: lazyPanel(
      () => import("#/features/administration/registration-panel.tsx"),
      "RegistrationPanel",
    ),
  },
  {
    value: "accounts",
    Icon: Mail,
    label: sections.accounts,
    Panel: lazyPanel(() => import("#/features/administration/accounts-panel.tsx"), "AccountsPanel"),
  },
  {
    value: "jobs",
    Icon: ListTodo,
    label: sections.jobs,
    Panel: lazyPanel(() => import("#/features/administration/jobs-panel.tsx"), "JobsPanel"),
  },
  {
    value: "storage",
    Icon: HardDrive,
    label: sections.storage,
    Panel: lazyPanel(() => import("#/features/administration/storage-panel.tsx"), "StoragePanel"),
  },
  {
    value: "models",
    Icon: Cpu,
    label: sections.models,
    Panel: lazyPanel(
      () => import("#/features/administration/model-use-panel.tsx"),
      "ModelUsePanel",
    ),
  },
  {
    value: "backups",
    Icon: Archive,
    label: sections.backups,
    Panel: lazyPanel(() => import("#/features/administration/backups-panel.tsx"), "BackupsPanel"),
  },
  {
    value: "audit",
    Icon: ScrollText,
    label: adminAuditTexts.title,
    Panel: lazyPanel(() => import("#/features/admin-audit/admin-audit.tsx"), "AdminAudit"),
  },
] as const;
