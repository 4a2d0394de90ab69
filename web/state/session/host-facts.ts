import type { Api } from "@inlet/contract/api.ts";
import { call } from "#/api/client.ts";

type HostFacts = Api["GET /meta/host"]["output"];
let asked: Promise<HostFacts> | null = null;

/** Returns public facts about the host, available before sign-in: requested once, and again after a failure. */
export function hostFacts(): Promise<HostFacts> {
  asked ??= call("GET /meta/host", {}, { isAnonymous: true }).catch((failure: unknown) => {
    asked = null;
    throw failure;
  });
  return asked;
}
