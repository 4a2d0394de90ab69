import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";

const Completion = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
  isError: z.boolean().optional(),
});

export interface McpClient {
  client: Client;
  /** Calls a tool and returns its text. */
  use: (name: string, input?: object) => Promise<{ text: string; isError: boolean }>;
}

/** Connects an MCP client, using the official library over HTTP. */
export async function connectMcp(origin: string, token: string): Promise<McpClient> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", origin), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // Safe: the library's types are not written for exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return {
    client,
    async use(name, input = {}) {
      const answer = Completion.parse(await client.callTool({ name, arguments: { ...input } }));
      return { text: answer.content[0].text, isError: answer.isError ?? false };
    },
  };
}
