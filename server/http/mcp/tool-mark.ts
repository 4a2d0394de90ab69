import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const header = "x-inlet-tool";
/** Nobody outside of this process can know it, and so nobody else can call themselves a tool. */
const mark = randomUUID();

/** What says of a call that a tool makes it. */
export function markOf(tool: string): Record<string, string> {
  return { [header]: `${mark} ${tool}` };
}

/** The tool that makes this call, if one does. */
export function toolOf({ headers }: FastifyRequest): string | null {
  const said = headers[header];
  return typeof said === "string" && said.startsWith(`${mark} `)
    ? said.slice(mark.length + 1)
    : null;
}
