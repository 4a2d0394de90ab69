import { createBreaker } from "#/ai/model/breaker.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import { defaultTimeouts } from "#/ai/model/tries.ts";
import type { Config } from "#/config.ts";
import { createEgress } from "#/egress/egress.ts";

type Parts = Pick<ModelContext, "database" | "execute" | "clock" | "log" | "box" | "egress"> & {
  allowedPrivateHosts: string[];
};

/** Returns the context of model requests. The operator's model may run on this machine; no other address may lead here. */
export function modelContext(parts: Parts, { model, allowsOwn }: Config["ai"]): ModelContext {
  const { allowedPrivateHosts, ...rest } = parts;
  const host = URL.parse(model?.baseUrl ?? "")?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  const isOnThisMachine = /^(localhost|127\.[\d.]+|::1)$/i.test(host);
  const egress = isOnThisMachine
    ? createEgress({ allowedPrivateHosts: [...allowedPrivateHosts, host] })
    : rest.egress;
  return {
    ...rest,
    operator: { model, allowsOwn, egress },
    breaker: createBreaker(rest.clock),
    timeouts: defaultTimeouts,
  };
}
