import { PasskeyId, UserId } from "@inlet/contract/ids.ts";
import type { CreatedPasskey, PasskeyView, ShownPasskey } from "@inlet/contract/auth/passkeys.ts";
import { createChallenges } from "#/auth/challenges.ts";
import { confirmPassword, type Proof } from "#/auth/confirm-password.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import type { Caller } from "#/auth/sessions.ts";
import { randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { passkeyByCredential, passkeysOf } from "#/store/auth/passkey-queries.ts";
import type { PasskeyRow } from "#/store/auth/schema.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { userById } from "#/store/users/queries.ts";
import type { AuthParts } from "#/auth/context.ts";

/** EdDSA, ES256 and RS256 (IANA COSE), which devices support. */
const algorithms = [-8, -7, -257];

/** Website that passkeys are created for and used on: a host name, and the origins of the pages under it. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

type Options = Record<string, unknown>;

/** Passkeys, which replace the password (WebAuthn). The device verifies its owner at each use. */
export interface Passkeys {
  list: (userId: UserId) => Promise<PasskeyView[]>;
  /** Returns the options with which the browser asks a device for a new passkey. Throws password.wrong, login.too_many. */
  startAdding: (caller: Caller, proof: Proof, party: RelyingParty) => Promise<Options>;
  /** Throws passkey.not_added. */
  add: (
    caller: Caller,
    made: CreatedPasskey & { name: string },
    party: RelyingParty,
  ) => Promise<PasskeyView>;
  /** Throws password.wrong, login.too_many, passkey.not_found. */
  remove: (proof: Proof, id: PasskeyId) => Promise<void>;
  /** The browser stores `browser` and sends it with the device's response. */
  startSignIn: (party: RelyingParty) => Promise<{ options: Options; browser: string }>;
  /** Returns the owner of the passkey. Throws login.passkey_refused. */
  signIn: (
    shown: ShownPasskey,
    browsers: readonly string[],
    party: RelyingParty,
  ) => Promise<UserRow>;
}

interface PasskeyParts extends Pick<AuthParts, "reader" | "execute" | "clock" | "passwords"> {
  failures: FailedSignIns;
}

// Loaded on demand: much of it is certificates of device manufacturers, which sign-ins by password do not need.
const webauthn = () => import("@simplewebauthn/server");

/** Manages passkeys, with their own challenges. */
export function createPasskeys(parts: PasskeyParts): Passkeys {
  const { reader, execute, clock } = parts;
  const challenges = createChallenges(clock);
  const asker = ({ userId, sessionId }: Caller) => `session ${userId} ${sessionId}`;
  return {
    list: async (userId) => (await passkeysOf(reader, userId)).map(present),

    async startAdding(caller, proof, party) {
      const user = await confirmPassword(parts, proof);
      const { generateRegistrationOptions } = await webauthn();
      const known = await passkeysOf(reader, user.id);
      const options = await generateRegistrationOptions({
        rpName: "Inlet",
        rpID: party.id,
        userID: new Uint8Array(Buffer.from(user.id)),
        userName: user.email,
        userDisplayName: user.name,
        challenge: bytesOf(challenges.issue(asker(caller))),
        timeout: 5 * 60_000,
        attestationType: "none",
        // Prevents a second passkey on the same device.
        excludeCredentials: known.map(({ credential_id: id, transports_json: transports }) => ({
          id,
          transports: transportsOf(transports),
        })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
      });
      return { ...options };
    },

    async add(caller, { name, id, response }, party) {
      const challenge = challenges.take(asker(caller));
      if (challenge === null) throw new Failure("passkey.not_added");
      const credential = await verifyCreated({ id, response }, challenge, party);
      const now = clock.now();
      const row: PasskeyRow = {
        id: PasskeyId.parse(randomId(now)),
        user_id: caller.userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        rp_id: party.id,
        name: name.trim() || "Passkey",
        transports_json: JSON.stringify(response.transports ?? []),
        created_at: now,
        last_used_at: 0,
      };
      if (!(await execute("passkey.add", row))) throw new Failure("passkey.not_added");
      return present(row);
    },

    async remove(proof, id) {
      const { id: userId } = await confirmPassword(parts, proof);
      if (!(await execute("passkey.remove", { userId, id })))
        throw new Failure("passkey.not_found");
    },

    async startSignIn(party) {
      const { generateAuthenticationOptions } = await webauthn();
      const browser = randomToken();
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: bytesOf(challenges.issue(`browser ${browser}`)),
        timeout: 5 * 60_000,
        userVerification: "required",
      });
      return { options: { ...options }, browser };
    },

    async signIn({ id, response }, browsers, party) {
      const taken = browsers.map((browser) => challenges.take(`browser ${browser}`));
      const challenge = taken.find((one) => one !== null);
      const userId = UserId.safeParse(Buffer.from(response.userHandle, "base64url").toString());
      const row = userId.success && (await passkeyByCredential(reader, userId.data, id));
      if (challenge === undefined || !row || row.rp_id !== party.id) refuse();
      const counter = await verifyUse({ id, response }, challenge, { row, party });
      const used = { userId: row.user_id, id: row.id, counter };
      if (!(await execute("passkey.use", used))) refuse();
      return (await userById(reader, row.user_id)) ?? refuse();
    },
  };
}

/** Returns the credential of a new passkey. Throws passkey.not_added. */
async function verifyCreated(
  { id, response }: CreatedPasskey,
  challenge: string,
  party: RelyingParty,
) {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: { ...shape(id), response: { ...response, transports: response.transports ?? [] } },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // The library throws for anything that it does not accept. The reason would help only an attacker.
  }).catch(() => ({ verified: false as const }));
  if (!verified.verified) throw new Failure("passkey.not_added");
  return verified.registrationInfo.credential;
}

/** Verifies the use of a stored passkey and returns its new counter. Throws login.passkey_refused. */
async function verifyUse(
  { id, response }: ShownPasskey,
  challenge: string,
  { row, party }: { row: PasskeyRow; party: RelyingParty },
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...shape(id), response },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: row.rp_id,
    requireUserVerification: true,
    credential: {
      id: row.credential_id,
      publicKey: bytesOf(row.public_key),
      counter: row.counter,
    },
  }).catch(() => refuse());
  if (!verified.verified) refuse();
  return verified.authenticationInfo.newCounter;
}

/** Throws the same failure for an unknown, expired, foreign or forged passkey. */
function refuse(): never {
  throw new Failure("login.passkey_refused");
}

function shape(id: string) {
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

function transportsOf(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}

function present(row: PasskeyRow): PasskeyView {
  return {
    id: row.id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === 0 ? null : new Date(row.last_used_at).toISOString(),
  };
}
