import { startPostOffice } from "../../server/testing/mailboxes/post-office.ts";
import { providerHosts, startProviderLab } from "../../server/testing/apps/provider-trial.ts";
import type { SoakPart } from "./soak-part.ts";

const sendsEach = 100;

/** Sends a hundred messages through each kind of provider: Sent contains one copy of each. */
export const sentCopiesPart: SoakPart = {
  name: "sent-copies",
  async open() {
    const office = await startPostOffice(2 * providerHosts.length);
    const labs = await Promise.all(providerHosts.map((host) => startProviderLab(office, host)));
    return {
      cases: sendsEach * labs.length,
      async attempt(seed) {
        const index = (seed - 1) % labs.length;
        const copies = await labs[index]?.sendOne();
        if (copies !== 1) throw new Error(`${providerHosts[index]}: ${copies} copies`);
      },
      async [Symbol.asyncDispose]() {
        await Promise.all(labs.map((lab) => lab[Symbol.asyncDispose]()));
        await office[Symbol.asyncDispose]();
      },
    };
  },
};
