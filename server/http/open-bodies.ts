import { limits } from "@inlet/contract/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#/base/fail.ts";
import { answerFailure } from "#/http/failures.ts";

const MiB = 1024 * 1024;

/** Bytes of request bodies that are held in memory at one time. */
const most = { ofUser: 64 * MiB, ofAddress: 4 * MiB, large: 256 * MiB } as const;

export interface BodyPatience {
  /** A body may pause so long. */
  idleMs: number;
  /** A body that is held in memory has arrived by then: of a user, and of a stranger. */
  wholeMs: number;
  strangerMs: number;
  lookEveryMs: number;
}

const usualPatience: BodyPatience = {
  idleMs: 60_000,
  wholeMs: 300_000,
  strangerMs: 30_000,
  lookEveryMs: 5000,
};

interface OpenBody {
  request: FastifyRequest;
  reply: FastifyReply;
  endsAt: number;
  bytesRead: number;
  movedAt: number;
}

/**
 * Limits how many bytes of bodies the server holds, for a user, for an address without a session and in all, and how
 * long they may take to arrive. A body counts from its start to the end of the answer. Files are passed on as they
 * come: they may take long, but not pause. Small bodies are never refused because of the sum of all users' large ones.
 */
export function limitBodies(server: FastifyInstance, given: Partial<BodyPatience> = {}): void {
  const patience = { ...usualPatience, ...given };
  const arriving = new Set<OpenBody>();
  const held = new Map<string, number>();
  const hold = (key: string, bytes: number): void => {
    const sum = (held.get(key) ?? 0) + bytes;
    if (sum > 0) held.set(key, sum);
    else held.delete(key);
  };

  server.addHook("preParsing", async (request, reply) => {
    const bytes = bytesToHold(request);
    if (bytes === null) return;
    const owner = request.caller ? `user ${request.caller.userId}` : `address ${request.ip}`;
    const isLarge = bytes > limits.strangerBodyBytes;
    const mostOfOwner = request.caller ? most.ofUser : most.ofAddress;
    if ((held.get(owner) ?? 0) + bytes > mostOfOwner) throw refused(reply, "request.too_many");
    if (isLarge && (held.get("large") ?? 0) + bytes > most.large) {
      throw refused(reply, "server.busy");
    }
    const keys = isLarge ? [owner, "large"] : [owner];
    for (const key of keys) hold(key, bytes);
    const now = performance.now();
    const wholeMs = request.caller ? patience.wholeMs : patience.strangerMs;
    const body: OpenBody = {
      request,
      reply,
      endsAt: bytes > 0 ? now + wholeMs : Infinity,
      bytesRead: 0,
      movedAt: now,
    };
    arriving.add(body);
    request.raw.once("close", () => arriving.delete(body));
    reply.raw.once("close", () => {
      arriving.delete(body);
      for (const key of keys) hold(key, -bytes);
    });
  });

  const looking = setInterval(() => {
    const now = performance.now();
    for (const body of arriving) {
      const { bytesRead } = body.request.raw.socket;
      if (bytesRead !== body.bytesRead) Object.assign(body, { bytesRead, movedAt: now });
      const isLate = now > body.endsAt || now - body.movedAt > patience.idleMs;
      if (body.request.raw.complete) arriving.delete(body);
      else if (isLate) refuseLate(body);
    }
  }, patience.lookEveryMs).unref();
  server.addHook("onClose", async () => clearInterval(looking));
}

/** Returns the bytes of memory that the body may take, 0 for a file that is passed on, null when there is no body. */
function bytesToHold({ headers, routeOptions, caller }: FastifyRequest): number | null {
  const length = Number(headers["content-length"] ?? 0);
  const isOfUnknownLength = headers["transfer-encoding"] !== undefined;
  if (length === 0 && !isOfUnknownLength) return null;
  const isFile = /^(?:application\/octet-stream|multipart\/)/i.test(headers["content-type"] ?? "");
  // Only users send files; where others send bytes, as Slack does, they are held in memory.
  if (isFile && caller) return 0;
  const limit = routeOptions.bodyLimit ?? limits.requestBodyBytes;
  return isOfUnknownLength ? limit : Math.min(length, limit);
}

/** The rest of a refused body must not keep the connection open. */
function refused(reply: FastifyReply, code: "request.too_many" | "server.busy"): Failure {
  reply.header("connection", "close");
  return new Failure(code);
}

function refuseLate({ request, reply }: OpenBody): void {
  if (reply.sent) request.raw.destroy();
  else answerFailure(reply.header("connection", "close"), "request.too_slow");
}
