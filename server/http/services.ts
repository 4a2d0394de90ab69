import type { z } from "zod";
import type { requestDemo } from "@inlet/contract/landing.ts";

import type { AdminServices } from "#/http/admin-services.ts";
import type { AppContext } from "#/http/context.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;

/**
 * What the handlers may call. Every function takes the caller's id first, sees only that user's data, and throws
 * `Failure` with a code that its endpoint lists; not yours and not there are the same failure.
 */
export interface Services extends AppContext {
  admin: AdminServices;
  landing: LandingServices;
  /** Whether the database answers. */
  isReady: () => Promise<boolean>;
}

/** What is there for visitors, whoever they are. */
export interface LandingServices {
  /** `owner/name` on GitHub; "" while the host names none. */
  repository: string;
  /** Null while nobody can say. */
  stars: () => Promise<number | null>;
  /** Where demos are agreed on instead of here. */
  demoUrl: string | null;
  /** Fails with the codes of requestDemo. */
  requestDemo: (form: In<typeof requestDemo>) => Promise<void>;
}
