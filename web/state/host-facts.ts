import type { Api } from "@inlet/contract/api.ts";
import { call } from "#/api/client.ts";

type HostFacts = Api["GET /meta/host"]["output"];
let asked: Promise<HostFacts> | null = null;

/** What is to be known of the host before anybody signs in: asked once, and anew after a failure. */
export function hostFacts(): Promise<HostFacts> {
  asked ??= call("GET /meta/host", {}, { isAnonymous: true }).catch((failure: unknown) => {
    asked = null;
    throw failure;
  });
  return asked;
}
