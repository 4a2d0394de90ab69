import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** The landing page. */
export interface LandingSettings {
  /** True if `/` is the landing page; otherwise it leads to the sign-in. */
  isShown: boolean;
  /** False if it leaves out its claims and figures: price, rating, savings. */
  hasFigures: boolean;
  /** `owner/name` of the repository whose link and star count the header shows; "" for none. */
  starRepository: string;
  starApiUrl: string;
  /** Address for scheduling demos; null: demos are requested on the page. */
  demoUrl: string | null;
}

/** Environment variables of the landing page. */
export const landingVariables = {
  INLET_LANDING: z.enum(["on", "off"]).default("on"),
  INLET_LANDING_FIGURES: z.enum(["on", "off"]).default("on"),
  INLET_STAR_REPO: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/)
    .optional(),
  INLET_STAR_API_URL: z.string().refine(isWebAddress).default("https://api.github.com"),
  INLET_DEMO_URL: z.string().refine(isWebAddress).optional(),
};

/** Hint for each variable whose value is invalid. */
export const landingHints = {
  INLET_LANDING: "Use on or off.",
  INLET_LANDING_FIGURES: "Use on or off.",
  INLET_STAR_REPO: "Use a GitHub repository, as in INLET_STAR_REPO=owner/name.",
  INLET_STAR_API_URL: "Use a web address, or leave it out for https://api.github.com.",
  INLET_DEMO_URL: "Use a web address, as in INLET_DEMO_URL=https://example.org/demo.",
} satisfies Record<keyof typeof landingVariables, string>;

const variables = z.object(landingVariables);

/** Returns the settings that these variables have. */
export function readLanding(read: z.infer<typeof variables>): LandingSettings {
  return {
    isShown: read.INLET_LANDING === "on",
    hasFigures: read.INLET_LANDING_FIGURES === "on",
    starRepository: read.INLET_STAR_REPO ?? "",
    starApiUrl: read.INLET_STAR_API_URL.replace(/\/$/, ""),
    demoUrl: read.INLET_DEMO_URL ?? null,
  };
}
