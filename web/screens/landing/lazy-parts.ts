import { type ComponentType, lazy } from "react";
import type { LandingParts } from "#/screens/landing/landing.tsx";
import { whenIdle } from "#/lib/when-idle.ts";

/** The sections in the browser: prerendered, and hydrated once the page is idle. */
export const lateParts: LandingParts = {
  ProductShot: late(async () => (await import("#/features/landing/product-shot.tsx")).ProductShot),
  FeatureGrid: late(async () => (await import("#/features/landing/feature-grid.tsx")).FeatureGrid),
  Demo: late(async () => (await import("#/features/landing/demo.tsx")).Demo),
  Reasons: late(async () => (await import("#/features/landing/reasons.tsx")).Reasons),
  Problem: late(async () => (await import("#/features/landing/problem.tsx")).Problem),
  Closing: late(async () => (await import("#/features/landing/closing.tsx")).Closing),
};

function late(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    await new Promise<void>((resolve) => {
      whenIdle(resolve);
    });
    return { default: await load() };
  });
}
