import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiTokenView } from "@inlet/contract/auth/tokens.ts";
import { type TokenScope, tokenScopes } from "@inlet/contract/endpoint.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import type { Engine } from "#/store/engine/database.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { connectMcp, type McpClient } from "#/testing/fakes/mcp-client.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, type RealAppOptions, startRealApp } from "#/testing/apps/real-app.ts";

interface TokenRequest {
  name?: string;
  scopes?: TokenScope[];
  accounts?: AccountId[] | null;
  asksFirst?: boolean;
}

/** A user with two mail accounts, who gives tokens to API clients. */
export interface ApiClientOwner {
  anna: SignedUpUser;
  /** All its texts contain a word with this owner's number. */
  mailbox: Mailbox;
  other: Mailbox;
  count: number;
  aToken: (request?: TokenRequest) => Promise<{ token: string; created: ApiTokenView }>;
  /** Creates an API client with a new token, over HTTP. */
  connectMcpClient: (request?: TokenRequest) => Promise<Client>;
  /** Creates an MCP client with a new token. */
  anAgent: (request?: TokenRequest) => Promise<McpClient>;
}

/** The product with mail, and a new user for each call. */
export interface ApiClientTrial extends AsyncDisposable {
  app: RealApp;
  anOwner: () => Promise<ApiClientOwner>;
}

/** Starts the product. Tokens have full access unless the test restricts them. */
export async function startApiClientTrial(
  engine: Engine,
  options: Pick<RealAppOptions, "callsPerMinute"> = {},
): Promise<ApiClientTrial> {
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-programs-"));
  const app = await startRealApp(engine, {
    ...options,
    context: (parts) => testContext(parts, blobsDir),
  });
  let count = 0;
  return {
    app,
    async anOwner() {
      count++;
      const anna = await signUpUser(app.origin, `Anna${count}`);
      const aToken: ApiClientOwner["aToken"] = (request = {}) =>
        anna.client.call("POST /user/tokens", {
          password: anna.password,
          name: "Agent",
          days: 30,
          scopes: [...tokenScopes],
          ...request,
        });
      return {
        anna,
        mailbox: await aMailbox(app.execute, anna.user.id, `canary${count}`),
        other: await aMailbox(app.execute, anna.user.id, `boat${count}`),
        count,
        aToken,
        connectMcpClient: async (request) =>
          createClient(app.origin, (await aToken(request)).token),
        anAgent: async (request) => connectMcp(app.origin, (await aToken(request)).token),
      };
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rm(blobsDir, { recursive: true });
    },
  };
}
