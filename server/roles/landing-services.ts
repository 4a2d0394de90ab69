import type { Config } from "#/config.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Egress } from "#/egress/egress.ts";
import type { LandingServices } from "#/http/services.ts";
import { requestDemo } from "#/landing/request-demo.ts";
import { createStarCount } from "#/landing/star-count.ts";
import type { Door } from "#/store/door.ts";

interface Parts {
  egress: Egress;
  door: Door;
  clock: Clock;
  log: Log;
}

/** What the handlers of the landing page may call. */
export function landingServices(parts: Parts, config: Config["landing"]): LandingServices {
  const { starRepository: repository, starApiUrl: apiUrl, demoUrl } = config;
  return {
    repository,
    stars: createStarCount(parts, { repository, apiUrl }),
    demoUrl,
    requestDemo: (form) => requestDemo(parts, form),
  };
}
