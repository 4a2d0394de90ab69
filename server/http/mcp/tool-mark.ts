import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const header = "x-inlet-tool";
/** Secret of this process, so no client can pose as a tool. */
const mark = randomUUID();

/** Returns the headers that mark a call as made by a tool. */
export function markOf(tool: string): Record<string, string> {
  return { [header]: `${mark} ${tool}` };
}

/** Returns the name of the tool that makes this request, or null if none does. */
export function toolOf({ headers }: FastifyRequest): string | null {
  const value = headers[header];
  return typeof value === "string" && value.startsWith(`${mark} `)
    ? value.slice(mark.length + 1)
    : null;
}
