import {
  demoPage,
  requestDemo as requestDemoEndpoint,
  starCount,
} from "@inlet/contract/admin/landing.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { requestDemo } from "#/landing/request-demo.ts";

/** Routes of the landing page, for visitors without an account. */
export function landingRoutes(api: Api): void {
  const { landing, mail } = api;

  route(api, starCount, async () => ({
    repository: landing.repository,
    stars: await landing.stars(),
  }));

  route(api, demoPage, async () => ({ url: landing.demoUrl }));

  route(api, requestDemoEndpoint, async (form) => {
    await requestDemo(mail, form);
    api.log.warn("a visitor requested a demo; see the table demo_requests");
    return { state: "stored" } as const;
  });
}
