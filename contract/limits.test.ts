import { expect, it } from "vitest";
import { limits, storageKeys } from "./limits.ts";

it("keeps the product's published numbers", () => {
  expect(limits).toMatchObject({
    passwordMinLength: 8,
    imapPort: 993,
    searchMinLength: 2,
    searchDebounceMs: 300,
    searchCacheMs: 5 * 60_000,
    searchDropdownMaxHeightUnits: 80,
    pageSize: 20,
    listScrollMarginPx: 200,
    listScrollThreshold: 0.1,
    queryRetries: 1,
    queryRetryDelayMaxMs: 30_000,
    queryStaleMs: 5 * 60_000,
    listPanePercent: { default: 35, min: 25, max: 50 },
    replyMaxHeightPx: 300,
    composeMinHeightPx: 250,
    composeMaxHeightPx: 400,
    sidebarOpenPx: 250,
    sidebarCollapsedPx: 60,
    mobileBreakpointPx: 768,
    tooltipOpenDelayMs: 700,
    tooltipSkipDelayMs: 300,
    profileMessageMs: 3000,
    labelDots: 3,
    navbarShrinkPx: 100,
    navbarPercent: { desktop: 40, mobile: 90 },
    navbarMinPx: 800,
    hubPhaseMs: 2000,
    demoStepMs: 800,
    starsWhenUnknown: 5,
  });
  expect(storageKeys).toMatchObject({ token: "token", auth: "auth-storage" });
});

it("limits the memory that one request can use", () => {
  expect(limits).toMatchObject({
    messageBytes: 50 * 1024 ** 2,
    sendBodyBytes: 30 * 1024 ** 2,
    requestBodyBytes: 1024 ** 2,
    searchMaxLength: 500,
    imageBytes: 10 * 1024 ** 2,
    imageTimeoutMs: 10_000,
  });
});
