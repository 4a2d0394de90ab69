import { chat } from "@inlet/contract/ai/assistant.ts";
import {
  type EmailRow,
  listEmails,
  listFolders,
  searchEmails,
} from "@inlet/contract/mail/email.ts";
import { MessageId, OutboxId } from "@inlet/contract/ids.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { fencedMail } from "#/ai/model/fence.ts";
import type { ModelMaterial } from "#/ai/model/port.ts";
import { cleanMail } from "#/ai/text/clean-mail.ts";
import { type Page, pageOverAccounts } from "#/http/mcp/page-over-accounts.ts";
import {
  accountLine,
  accountsToAsk,
  answered,
  textResult,
  type ToolParts,
} from "#/http/mcp/tool.ts";

const maxMessages = 25;
const maxFolders = 500;
const textPerCall = 20_000;
const count = z.number().int().min(1).max(maxMessages).default(10);
/** Holds the positions in all accounts that a token is for. */
const cursor = z
  .string()
  .max(apiClientLimits.accounts * 16)
  .optional();
const annotations: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Registers the tools that read mail and change nothing. */
export function readingTools(server: McpServer, parts: ToolParts): void {
  accountTools(server, parts);
  listingTools(server, parts);
  emailTools(server, parts);
  assistantTool(server, parts);
}

function accountTools(server: McpServer, parts: ToolParts): void {
  const { call } = parts;
  server.registerTool(
    "list_accounts",
    {
      title: "Mail accounts",
      description: "The mail accounts that this token is for, with their ids.",
      inputSchema: z.object({}),
      annotations,
    },
    async () =>
      answered(async () => {
        const { accounts } = await call("list_accounts", "GET /imap/accounts", {});
        return textResult(JSON.stringify(accounts.map(accountLine)));
      }),
  );

  server.registerTool(
    "list_folders",
    {
      title: "Folders",
      description:
        "The folders of one account or of all accounts, with their ids and unread counts.",
      inputSchema: listFolders.input.pick({ accountId: true }),
      annotations,
    },
    async ({ accountId }) =>
      answered(async () => {
        const answers = await Promise.all(
          accountsToAsk(parts, accountId).map((one) =>
            call("list_folders", "GET /email/folders", { accountId: one }),
          ),
        );
        const all = answers.flatMap((answer) => answer.folders);
        const folders = all.slice(0, maxFolders);
        const rest = all.length - folders.length;
        // Names of folders can come from another user who shares them.
        return fenced(
          folders.map(({ id, accountId: account, name, role, unread }) => ({
            id,
            facts: { account, role, unread: String(unread) },
            text: name.slice(0, 200),
          })),
          rest > 0 ? `\n${rest} more: name an accountId.` : "",
        );
      }),
  );
}

function listingTools(server: McpServer, parts: ToolParts): void {
  const { call } = parts;
  server.registerTool(
    "list_mail",
    {
      title: "List mail",
      description:
        "Emails in a folder (default inbox; also sent, archive, spam, trash, starred, or a folder's id), newest first: " +
        "sender, date, subject and the first words. Pass nextCursor for more.",
      inputSchema: listEmails.input
        .pick({ folder: true, label: true, accountId: true })
        .extend({ isUnread: z.boolean().optional(), limit: count, cursor }),
      annotations,
    },
    async (asked) =>
      answered(async () => {
        const page = await pageOverAccounts(parts, asked, async (of) => {
          const answer = await call("list_mail", "GET /email/list", { ...asked, ...of });
          return { rows: answer.emails, nextCursor: answer.nextCursor };
        });
        return messages(page);
      }),
  );

  server.registerTool(
    "search_mail",
    {
      title: "Search mail",
      description:
        'Finds emails by words and operators such as from:, to:, subject:, has:attachment, before:2026-01-31, "exact words". ' +
        "At least 2 characters. Pass nextCursor for more.",
      inputSchema: searchEmails.input
        .pick({ query: true, accountId: true, timeZone: true })
        .extend({ limit: count, cursor }),
      annotations,
    },
    async (asked) =>
      answered(async () => {
        const page = await pageOverAccounts(parts, asked, async (of) => {
          const answer = await call("search_mail", "POST /email/search", { ...asked, ...of });
          return { rows: answer.results, nextCursor: answer.nextCursor };
        });
        return messages(page);
      }),
  );
}

function emailTools(server: McpServer, { call }: ToolParts): void {
  server.registerTool(
    "read_mail",
    {
      title: "Read an email",
      description: `The text of one email as its reader sees it, ${textPerCall} characters at a time from "offset" on, and the names of its files.`,
      inputSchema: z.object({
        emailId: MessageId,
        offset: z.number().int().min(0).max(10_000_000).default(0),
      }),
      annotations,
    },
    async ({ emailId, offset }) =>
      answered(async () => {
        const { email } = await call("read_mail", "GET /email/preview/{emailId}", { emailId });
        const { own, quoted, signature } = cleanMail({
          subject: email.subject,
          text: email.bodyPlain,
          html: email.body,
          sender: email.fromName[0] ?? "",
        });
        const text = [own, signature, quoted].filter(Boolean).join("\n\n");
        const end = offset + textPerCall;
        const material = {
          id: email.id,
          facts: {
            ...factsOf(email),
            cc: email.cc.join(", "),
            folder: email.folder,
            files: email.attachments.map(({ filename }) => filename).join(", "),
          },
          text: text.slice(offset, end),
        };
        const rest = end < text.length ? `\nContinues at offset ${end}.` : "";
        return fenced([material], rest);
      }),
  );

  server.registerTool(
    "send_status",
    {
      title: "Status of a sent email",
      description:
        "The state of an email from send_mail: approval (waits for the user), queued, sending, accepted, failed, unknown, " +
        "or cancelled (canceled, or rejected by the user).",
      inputSchema: z.object({ id: OutboxId }),
      annotations,
    },
    async ({ id }) =>
      answered(async () => {
        const { state, sendAt } = await call("send_status", "GET /email/outbox/{id}", { id });
        return textResult(JSON.stringify({ id, state, sendAt }));
      }),
  );
}

function assistantTool(server: McpServer, { call }: ToolParts): void {
  server.registerTool(
    "ask_assistant",
    {
      title: "Ask Inlet's assistant",
      description:
        "Answers a question from the mail, and names the emails it used. Only for tokens that cover all accounts.",
      inputSchema: chat.input.pick({ query: true, timeZone: true }),
      // The question and its answer are stored in the user's conversation.
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async (asked) =>
      answered(async () => {
        const answer = await call("ask_assistant", "POST /ai/chat", asked);
        return fenced([
          { id: "answer", facts: {}, text: answer.response },
          ...answer.citations.map(({ emailId, from, subject, date, quote }) => ({
            id: emailId,
            facts: { from, subject, date },
            text: quote,
          })),
        ]);
      }),
  );
}

function fenced(material: readonly ModelMaterial[], more = ""): CallToolResult {
  return textResult(`${fencedMail(material)}${more}`);
}

function messages({ rows, nextCursor }: Page): CallToolResult {
  if (rows.length === 0) return textResult("No mail.");
  const material = rows.map((row) => ({
    id: row.id,
    facts: factsOf(row),
    text: row.bodyPlain,
  }));
  return fenced(material, nextCursor === null ? "" : `\nnextCursor: ${nextCursor}`);
}

function factsOf(row: EmailRow): Record<string, string> {
  return {
    account: row.accountId,
    from: `${row.fromName[0] ?? ""} <${row.fromAddress[0] ?? ""}>`.trim(),
    to: row.toAddress.join(", "),
    subject: row.subject,
    date: row.emailDate,
    isRead: String(row.flags.includes("\\Seen")),
    ...(row.tags.length > 0 && { labels: row.tags.join(", ") }),
  };
}
