import { AccountId, ApiTokenId, UserId } from "@inlet/contract/ids.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCallRecord } from "#/auth/call-record.ts";
import { createLog } from "#/base/log.ts";
import type { RecordedCalls } from "#/store/auth/api-token-call-commands.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

const id = "01900000-0000-7000-8000-000000000000";
const read = {
  userId: UserId.parse(id),
  tokenId: ApiTokenId.parse(id),
  accountId: AccountId.parse(id),
  what: "GET /email/list",
  isChange: false,
  result: "ok",
};

describe("the record of API client calls", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  function aRecord() {
    const written: RecordedCalls[] = [];
    const writer = { isBroken: false };
    // The record executes only one command.
    const execute = (async (_name: string, calls: RecordedCalls) => {
      const isBad = calls.calls.some(({ what }) => what === "bad");
      if (writer.isBroken || isBad) throw new Error("The disk is full.");
      written.push(calls);
    }) as unknown as Execute;
    const clock = { now: () => 1 };
    const record = createCallRecord({ execute, clock, log: createLog("silent") });
    const sizes = () => written.map(({ calls }) => calls.length);
    return { record, written, writer, sizes };
  }

  it("writes the calls of one second in one batch", async () => {
    const { record, sizes } = aRecord();
    for (let count = 0; count < 30; count++) record.note(read);
    await vi.advanceTimersByTimeAsync(999);
    expect(sizes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sizes()).toEqual([30]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sizes()).toEqual([30]);
  });

  it("writes a batch of a hundred without waiting for the timer", async () => {
    const { record, sizes } = aRecord();
    for (let count = 0; count < 250; count++) record.note(read);
    await vi.advanceTimersByTimeAsync(0);
    expect(sizes()).toEqual([100, 100, 50]);
  });

  it("retains records while writing fails, up to a limit, and writes them later", async () => {
    const { record, writer, sizes } = aRecord();
    writer.isBroken = true;
    for (let count = 0; count < apiClientLimits.callsGathered + 5; count++) record.note(read);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sizes()).toEqual([]);
    writer.isBroken = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(sizes().reduce((sum, size) => sum + size, 0)).toBe(apiClientLimits.callsGathered);
  });

  it("drops records of reads before results of changes", async () => {
    const { record, writer, written } = aRecord();
    const begunCall = await record.begin({ ...read, isChange: true });
    writer.isBroken = true;
    for (let count = 0; count < apiClientLimits.callsGathered + 5; count++) record.note(read);
    record.end(begunCall, "ok");
    await vi.advanceTimersByTimeAsync(0);
    writer.isBroken = false;
    await record.flush();
    expect(written.flatMap(({ ended }) => ended)).toEqual([{ ...begunCall, result: "ok" }]);
    const notes = written.slice(1).reduce((sum, { calls }) => sum + calls.length, 0);
    expect(notes).toBe(apiClientLimits.callsGathered - 1);
  });

  it("writes the remaining records when one cannot be written", async () => {
    const { record, sizes } = aRecord();
    for (const what of ["GET /a", "bad", "GET /b"]) record.note({ ...read, what });
    await record.flush();
    expect(sizes()).toEqual([1, 1]);
    record.note(read);
    await record.flush();
    expect(sizes()).toEqual([1, 1, 1]);
  });

  it("records a change before it begins, and rejects if that fails", async () => {
    const { record, writer, written } = aRecord();
    const begunCall = await record.begin({ ...read, isChange: true });
    expect(written).toMatchObject([{ calls: [{ result: "begun", is_change: 1 }] }]);
    record.end(begunCall, "message.not_found");
    await record.flush();
    expect(written[1]).toEqual({
      calls: [],
      ended: [{ ...begunCall, result: "message.not_found" }],
    });
    writer.isBroken = true;
    await expect(record.begin({ ...read, isChange: true })).rejects.toThrow("The disk is full.");
  });
});
