import type { Label } from "@inlet/contract/mail/filing.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CategoryBadge, PriorityBadge } from "#/features/message-list/row-badges.tsx";
import { narrowMarks } from "#/features/message-list/row-marks.ts";
import { RowLabels } from "#/features/message-list/row-labels.tsx";

const drawnPriority = (priority: Parameters<typeof PriorityBadge>[0]["priority"]) =>
  renderToStaticMarkup(createElement(PriorityBadge, { priority }));
const drawnLabels = (count: number) => {
  const labels = Array.from({ length: count }, (_, at): Label => ({
    name: `Label ${at}`,
    color: "work",
    unread: 0,
  }));
  return renderToStaticMarkup(createElement(RowLabels, { labels }));
};

test("a row shows its category, and its priority unless that is low", () => {
  expect(renderToStaticMarkup(createElement(CategoryBadge, { category: "Finance" }))).toContain(
    "Finance",
  );
  expect(drawnPriority("High")).toContain("High");
  expect(drawnPriority("Medium")).toContain("Medium");
  expect(drawnPriority("Low")).toBe("");
  expect(drawnPriority(null)).toBe("");
});

test("a row shows three labels as dots and counts the rest", () => {
  const dot = / style="--hue:/g;
  expect(drawnLabels(3).match(dot)).toHaveLength(3);
  expect(drawnLabels(3)).not.toContain("+");
  expect(drawnLabels(5).match(dot)).toHaveLength(3);
  expect(drawnLabels(5)).toContain("+2</span>");
});

test("a narrow row shows at most two marks, the priority first", () => {
  const email = { priority: "Medium", hasAttachments: true, isMuted: true } as const;
  expect([...narrowMarks(email, { place: "Archive", hasLabels: true })]).toEqual([
    "priority",
    "place",
  ]);
  const quiet = { ...email, priority: "Low" } as const;
  expect([...narrowMarks(quiet, { place: "", hasLabels: false })]).toEqual(["attachment", "muted"]);
});
