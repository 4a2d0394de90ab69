import type { Account, AccountError } from "@inlet/contract/mail/accounts.ts";
import { beganDate } from "#/lib/dates.ts";
import { errorMessage } from "#/api/error-message.ts";
import { texts } from "#/texts/shared/app-texts.ts";

export interface Health {
  tone: "calm" | "busy" | "failed";
  text: string;
  /** From 0 to 1 while a known number of messages remains to be fetched or read again. */
  progress: number | null;
}

/** Returns the state of an account as a short text, with times in the user's locale and time zone. */
export function healthOf(account: Account, now = new Date()): Health {
  const { here, server } = account.progress;
  switch (account.state) {
    case "connecting":
      return { tone: "busy", text: texts.accounts.connecting, progress: null };
    case "syncing":
      return {
        tone: "busy",
        text: texts.accounts.syncing(here, server),
        progress: server ? Math.min(here / server, 1) : null,
      };
    case "watching":
      // New messages arrive despite an error: there is space for nothing more.
      if (account.error) return { tone: "failed", text: messageOf(account.error), progress: null };
      if (account.olderMail) {
        const { read, all } = account.olderMail;
        return { tone: "calm", text: texts.accounts.readingFiles(read, all), progress: read / all };
      }
      return { tone: "calm", text: texts.accounts.upToDate, progress: null };
    case "waiting":
      return {
        tone: "failed",
        text: waitingText(account, now),
        progress: null,
      };
    case "failed":
      return {
        tone: "failed",
        text: account.error ? messageOf(account.error) : texts.accounts.failed,
        progress: null,
      };
  }
}

function waitingText({ error, imap_host: host }: Account, now: Date): string {
  if (error?.code === "account.no_answer" && error.since !== null) {
    return texts.accounts.noAnswer(host, beganDate(error.since, now));
  }
  return error ? messageOf(error) : texts.accounts.waiting;
}

/** Returns why an account is not in sync, in the language of the page. */
export function messageOf({ code, message }: AccountError): string {
  return errorMessage(code, message);
}
