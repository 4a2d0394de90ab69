import { expect, test } from "vitest";
import { readEvents } from "#/api/read-events.ts";

async function read(...chunks: string[]) {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test("reads events with their ids and skips comments", async () => {
  expect(await read(": connected\n\nid: 7\ndata: {}\n\n: still here\n\n")).toEqual([
    { id: "7", data: "{}" },
  ]);
});
test("joins chunks, also within a character and a line end", async () => {
  expect(await read("id: 1\r", "\nda", "ta: a\r\ndata: b\r\n", "\r\n")).toEqual([
    { id: "1", data: "a\nb" },
  ]);
});
test("reports an id that comes without data", async () => {
  expect(await read("id: 41\n\n")).toEqual([{ id: "41", data: "" }]);
});
test("keeps the id for events without one", async () => {
  expect(await read("id: 3\ndata: a\n\ndata: b\n\n")).toEqual([
    { id: "3", data: "a" },
    { id: "3", data: "b" },
  ]);
});
test("drops an event that the stream cut off", async () => {
  expect(await read("data: whole\n\ndata: half")).toEqual([{ id: "", data: "whole" }]);
});
