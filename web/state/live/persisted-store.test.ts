import { beforeEach, expect, test, vi } from "vitest";
import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
beforeEach(() => localStorage.clear());

const initial = { depth: 0, isOpen: false };

test("starts with the stored state, with defaults for new fields", () => {
  localStorage.setItem("place", '{"state":{"depth":4},"version":0}');
  expect(createPersistedStore("place", initial).getState()).toEqual({ depth: 4, isOpen: false });
});

test("stores every change, or only the picked fields", () => {
  const all = createPersistedStore("all", initial);
  all.setState({ depth: 7 });
  expect(localStorage.getItem("all")).toBe('{"state":{"depth":7,"isOpen":false},"version":0}');
  const some = createPersistedStore("some", initial, ({ depth }) => ({ depth }));
  some.setState({ isOpen: true });
  expect(localStorage.getItem("some")).toBe('{"state":{"depth":0},"version":0}');
});

test("reads what another tab stored, and does not write it again", () => {
  const store = createPersistedStore("place", initial);
  const other = '{"state":{"depth":2},"version":0}';
  localStorage.setItem("place", other);
  store.setState({ isOpen: true });
  localStorage.setItem("place", other);
  store.readAgain();
  expect(store.getState()).toEqual({ depth: 2, isOpen: true });
  expect(localStorage.getItem("place")).toBe(other);
  // A removed entry does not change the state here.
  localStorage.removeItem("place");
  store.readAgain();
  expect(store.getState().depth).toBe(2);
});

test("starts with the defaults if the stored state cannot be parsed", () => {
  localStorage.setItem("place", "{");
  expect(createPersistedStore("place", initial).getState()).toEqual(initial);
});

test("works if the browser stores nothing, and notifies listeners", () => {
  const store = createPersistedStore("place", initial);
  let notified = 0;
  store.subscribe(() => notified++);
  const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  store.setState({ depth: 3 });
  full.mockRestore();
  expect([store.getState().depth, notified]).toEqual([3, 1]);
});
