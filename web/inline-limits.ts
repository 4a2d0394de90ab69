import { limits } from "@inlet/contract/limits.ts";
import type { Plugin } from "vite";

/** Inlines each limit where it is used: a page then loads only the limits that it needs, not the whole list. */
export function inlineLimits(): Plugin {
  const all: Readonly<Record<string, unknown>> = limits;
  return {
    name: "inlet-inline-limits",
    apply: "build",
    enforce: "pre",
    transform(code) {
      if (!code.includes('"@inlet/contract/limits.ts"') && !/"\.{1,2}\/limits\.ts"/.test(code)) {
        return null;
      }
      return code.replaceAll(/(?<![\w$.])limits\.(\w+)/g, (whole, name: string) =>
        Object.hasOwn(all, name) ? `(${JSON.stringify(all[name])})` : whole,
      );
    },
  };
}
