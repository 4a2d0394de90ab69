import { pipeline, Transform } from "node:stream";
import { limits } from "@inlet/contract/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { Failure } from "#/base/failure.ts";
import { answerFailure } from "#/http/failure-response.ts";

const MiB = 1024 * 1024;

/** Limits in bytes of bodies in progress: claimed sizes per user and per address, and received bytes of all large bodies. */
const most = { ofUser: 64 * MiB, ofAddress: 4 * MiB, large: 256 * MiB } as const;

export interface BodyTimeouts {
  /** Maximum pause within a body. */
  idleMs: number;
  /** Time in which a body that is held in memory must arrive: `wholeMs` with a session, `strangerMs` without. */
  wholeMs: number;
  strangerMs: number;
  lookEveryMs: number;
}

const defaultTimeouts: BodyTimeouts = {
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
  owner: string;
  /** Bytes of a large body that have arrived. */
  heldBytes: number;
}

/**
 * Limits the bytes of request bodies that the server holds, per user, per address without a session and in total, and the time in
 * which they must arrive. A body counts from its start to the end of the response. Files are streamed: they may take long, but
 * not stall. Small bodies are never refused because of the total of large ones. Only received bytes count for that total, so a
 * claimed size costs nothing. When the total is reached, a body of the owner who holds the most is ended.
 */
export function limitBodies(server: FastifyInstance, given: Partial<BodyTimeouts> = {}): void {
  const timeouts = { ...defaultTimeouts, ...given };
  const arriving = new Set<OpenBody>();
  const open = new Set<OpenBody>();
  const claimed = new Map<string, number>();
  const claim = (owner: string, bytes: number): void => {
    const sum = (claimed.get(owner) ?? 0) + bytes;
    if (sum > 0) claimed.set(owner, sum);
    else claimed.delete(owner);
  };

  server.addHook("preParsing", async (request, reply, payload) => {
    const bytes = bytesToHold(request);
    if (bytes === null) return payload;
    const owner = request.caller ? `user ${request.caller.userId}` : `address ${request.ip}`;
    const maxPerOwner = request.caller ? most.ofUser : most.ofAddress;
    if ((claimed.get(owner) ?? 0) + bytes > maxPerOwner) throw refused(reply, "request.too_many");
    claim(owner, bytes);
    const now = performance.now();
    const wholeMs = request.caller ? timeouts.wholeMs : timeouts.strangerMs;
    const body: OpenBody = {
      request,
      reply,
      endsAt: bytes > 0 ? now + wholeMs : Infinity,
      bytesRead: 0,
      movedAt: now,
      owner,
      heldBytes: 0,
    };
    arriving.add(body);
    open.add(body);
    request.raw.once("close", () => arriving.delete(body));
    reply.raw.once("close", () => {
      arriving.delete(body);
      open.delete(body);
      claim(owner, -bytes);
    });
    return bytes > limits.strangerBodyBytes ? counted(payload, body, open) : payload;
  });

  const looking = setInterval(() => {
    const now = performance.now();
    for (const body of arriving) {
      const { bytesRead } = body.request.raw.socket;
      if (bytesRead !== body.bytesRead) Object.assign(body, { bytesRead, movedAt: now });
      const isLate = now > body.endsAt || now - body.movedAt > timeouts.idleMs;
      if (body.request.raw.complete) arriving.delete(body);
      else if (isLate) refuse(body, "request.too_slow");
    }
  }, timeouts.lookEveryMs).unref();
  server.addHook("onClose", async () => clearInterval(looking));
}

/** Passes a large body on while the total limit permits it. */
function counted(payload: RequestPayload, body: OpenBody, open: Set<OpenBody>): RequestPayload {
  const passed = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        passed.receivedEncodedLength += chunk.length;
        body.heldBytes += chunk.length;
        if (hasSpace(body, open)) done(null, chunk);
        else done(refused(body.reply, "server.busy"));
      },
    }),
    { receivedEncodedLength: 0 },
  );
  return pipeline(payload, passed, () => undefined);
}

/**
 * Returns true if the body may continue. Beyond the limit, the owner who holds most loses a body that is still arriving, if it is
 * another one.
 */
function hasSpace(body: OpenBody, open: Set<OpenBody>): boolean {
  const byOwner = new Map<string, number>();
  let sum = 0;
  for (const { owner, heldBytes } of open) {
    sum += heldBytes;
    byOwner.set(owner, (byOwner.get(owner) ?? 0) + heldBytes);
  }
  if (sum <= most.large) return true;
  const own = byOwner.get(body.owner) ?? 0;
  const heaviest = [...open]
    .filter(({ request }) => !request.raw.complete)
    .toSorted((a, b) => (byOwner.get(b.owner) ?? 0) - (byOwner.get(a.owner) ?? 0))[0];
  if (heaviest === undefined || (byOwner.get(heaviest.owner) ?? 0) <= own) return false;
  open.delete(heaviest);
  refuse(heaviest, "server.busy");
  return true;
}

/** Returns the bytes of memory that the body may take, 0 for a file that is streamed, null for a request without a body. */
function bytesToHold({ headers, routeOptions, caller }: FastifyRequest): number | null {
  const length = Number(headers["content-length"] ?? 0);
  const isOfUnknownLength = headers["transfer-encoding"] !== undefined;
  if (length === 0 && !isOfUnknownLength) return null;
  const isFile = /^(?:application\/octet-stream|multipart\/)/i.test(headers["content-type"] ?? "");
  // Only users upload files. Binary bodies of other clients, such as Slack, are held in memory.
  if (isFile && caller) return 0;
  const limit = routeOptions.bodyLimit ?? limits.requestBodyBytes;
  return isOfUnknownLength ? limit : Math.min(length, limit);
}

/** Returns the failure and closes the connection, which the rest of a refused body would keep open. */
function refused(reply: FastifyReply, code: "request.too_many" | "server.busy"): Failure {
  reply.header("connection", "close");
  return new Failure(code);
}

function refuse({ request, reply }: OpenBody, code: "request.too_slow" | "server.busy"): void {
  if (reply.sent) request.raw.destroy();
  else answerFailure(reply.header("connection", "close"), code);
}
