import { lazy } from "react";

// The list paints without these; they are fetched right after it, or at once when an address opens a mail.
const parts = {
  reader: () => import("#/screens/mail/open-mail.tsx"),
  reply: () => import("#/features/compose/reply-dialog.tsx"),
  frame: async () => {
    const { warmUpFrame } = await import("#/features/mail-frame/mail-frame.tsx");
    warmUpFrame();
  },
};

export const OpenMail = lazy(async () => {
  const { OpenMail: Part } = await parts.reader();
  return { default: Part };
});
export const ReplyDialog = lazy(async () => {
  const { ReplyDialog: Part } = await parts.reply();
  return { default: Part };
});

/** Fetches every part ahead. What fails now is fetched again when it is needed. */
export function fetchLateParts(): void {
  for (const fetchPart of Object.values(parts)) fetchPart().catch(() => undefined);
}
