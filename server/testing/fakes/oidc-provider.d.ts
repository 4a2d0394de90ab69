/** The part of the provider that the tests use; it comes without types. */
declare module "oidc-provider" {
  import type { EventEmitter } from "node:events";
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Token {
    accountId?: string;
    destroy: () => Promise<void>;
  }
  interface Grant {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  }
  interface Interaction {
    uid: string;
    prompt: { name: string };
    params: { client_id: string; scope?: string; login_hint?: string };
    session?: { accountId: string };
  }
  export class Provider extends EventEmitter {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant;
    callback: () => (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails: (
      request: IncomingMessage,
      response: ServerResponse,
    ) => Promise<Interaction>;
    interactionFinished: (
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ) => Promise<void>;
    override on(event: "access_token.saved", listener: (token: Token) => void): this;
    override on(event: "refresh_token.destroyed", listener: (token: Token) => void): this;
    override on(event: "refresh_token.consumed", listener: (token: Token) => void): this;
  }
  export namespace interactionPolicy {
    class Prompt {
      constructor(options: { name: string; requestable: boolean });
    }
    function base(): { add: (prompt: Prompt, index?: number) => void };
  }
}
