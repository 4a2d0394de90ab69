import type { Email } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { emailQuery } from "#/api/queries.ts";
import { ownImages } from "#/features/mail-frame/known-images.ts";
import { drawAhead } from "#/features/mail-frame/mail-frame.tsx";
import { useUsualLook } from "#/features/mail-frame/message-body.tsx";
import { isSavingData } from "#/features/reader/use-prefetch.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { useTheme } from "#/state/session/theme.tsx";

const paintedMs = 300;
/** Rendering a longer message would take time from the message that is being read. */
const maxLetters = 200_000;

/** Renders the next message out of sight: once it is opened, it is shown in the next frame. */
export function useDrawAhead(ids: readonly string[], openId: string): void {
  const client = useQueryClient();
  const theme = useTheme().shownTheme;
  const designed = useUsualLook();
  const nextId = ids[ids.indexOf(openId) + 1];
  useEffect(() => {
    if (nextId === undefined || isSavingData()) return;
    let isOver = false;
    let stop = () => {};
    const draw = async () => {
      // The list fetches it as well; both wait for one response.
      const data = await client.ensureQueryData(emailQuery(nextId)).catch(() => null);
      if (isOver || !data || !isDrawn(data.email)) return;
      const { id, subject, body: html, bodyPlain: text } = data.email;
      const images = ownImages(data.email);
      stop = whenIdle(() => drawAhead({ id, html, text, subject, images }, { theme, designed }));
    };
    stop = whenIdle(() => void draw(), paintedMs);
    return () => {
      isOver = true;
      stop();
    };
  }, [client, nextId, theme, designed]);
}

/** Returns true if it can be rendered without remote images, which are loaded only when the message is opened. */
function isDrawn({ body, bodyPlain, imagesTrusted, remoteImages }: Email): boolean {
  const isQuiet = !imagesTrusted || remoteImages === 0;
  return isQuiet && body.length + bodyPlain.length <= maxLetters;
}
