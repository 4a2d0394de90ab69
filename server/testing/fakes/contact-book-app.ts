import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { IntegrationId } from "@inlet/contract/ids.ts";
import type { Egress } from "#/egress/egress.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import type { TestRadicale } from "./radicale.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { egressToLoopback } from "./web-egress.ts";

/** Faults of requests to the address book's server. */
interface BookFaults {
  /** Requests of this method are executed, and their responses are lost. */
  losesAnswersTo: string;
  /** Replaces the server's response to this method. */
  answersWith: { method: string; status: number; headers?: Record<string, string> } | null;
  /** Runs once, before a request with this method. */
  before: { method: string; run: () => Promise<unknown> } | null;
}

let people = 0;

/** Starts Inlet with connections to an address book server that can fail. */
export async function startContactBookApp(engine: "sqlite" | "postgres") {
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-contact-books-"));
  const faults: BookFaults = { losesAnswersTo: "", answersWith: null, before: null };
  const inner = egressToLoopback();
  const egress: Egress = {
    ...inner,
    async follow(url, following) {
      const { before, answersWith } = faults;
      if (before && before.method === following.method) {
        faults.before = null;
        await before.run();
      }
      const answer = await inner.follow(url, following);
      if (following.method === faults.losesAnswersTo) throw new EgressRefused();
      if (following.method !== answersWith?.method) return answer;
      const { status, headers = {} } = answersWith;
      return { ...answer, status, headers: { ...answer.headers, ...headers } };
    },
  };
  const app: RealApp = await startRealApp(engine, {
    context: (parts) => testContext(parts, blobsDir, { egress }),
  });
  return {
    app,
    faults,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rm(blobsDir, { recursive: true });
    },
  };
}

/** Creates a user with an empty address book here, and resets all faults of the server. */
export async function aBookOwner(
  { app, faults }: Awaited<ReturnType<typeof startContactBookApp>>,
  radicale: TestRadicale,
) {
  Object.assign(faults, { losesAnswersTo: "", answersWith: null, before: null });
  const ben = await signUpUser(app.origin, `Reader${people++}`);
  const { client } = ben;
  const login = () => ({ address: radicale.url, user: radicale.user, password: radicale.password });
  async function connected(): Promise<IntegrationId> {
    const { books } = await client.call("POST /contact-books", login());
    const bookUrl = books.find(({ name }) => name === "Friends")?.url ?? "";
    const { integration } = await client.call("POST /contact-books", { ...login(), bookUrl });
    if (!integration) throw new Error("It was not connected.");
    return integration.id;
  }
  const sync = (id: IntegrationId, isSure = false) =>
    client.call("POST /contact-books/{id}/sync", { id, isSure });
  const contacts = async () => (await client.call("GET /contacts", {})).contacts;
  const names = async () => (await contacts()).map(({ name }) => name).toSorted();
  const save = (id: string, fields: object) =>
    client.call("PUT /contacts/{id}", {
      id,
      name: "",
      organization: "",
      notes: "",
      addresses: [],
      ...fields,
    });
  /** Changes a contact like the page, by sending all its fields. */
  async function edit(name: string, change: object) {
    const contact = (await contacts()).find((one) => one.name === name);
    if (!contact) throw new Error(`There is no ${name}.`);
    await save(contact.id, { ...contact, ...change });
  }
  return { ben, login, connected, sync, contacts, names, save, edit };
}
