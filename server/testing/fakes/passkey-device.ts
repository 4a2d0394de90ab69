import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { Api } from "@inlet/contract/api.ts";

type Made = Api["POST /user/passkeys"]["input"]["made"];
type Shown = Api["POST /user/login/passkey"]["input"]["shown"];

/** The request of a page under this origin, with the deviations of a dishonest one. */
interface Asked {
  options: Record<string, unknown>;
  origin: string;
  rpId?: string;
  /** True if the device verified its owner. */
  isVerified?: boolean;
}

/** A device with one passkey. Its results have the form in which a browser returns them (WebAuthn Level 3). */
export interface PasskeyDevice {
  make: (asked: Asked) => Made;
  /** Signs a challenge. `counter` is the reported number of signatures; by default it increases. */
  show: (asked: Asked & { counter?: number; userHandle?: string; id?: string }) => Shown;
}

/** Creates a device that signs with ES256 and provides no attestation. */
export function aPasskeyDevice(): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let owner = "";
  let uses = 0;
  return {
    make(asked) {
      const { user } = asked.options;
      owner = String((user as { id: string }).id);
      const head = authenticatorData(asked, 0x40, 0);
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const authData = Buffer.concat([head, Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const attestation = map([
        [text("fmt"), text("none")],
        [text("attStmt"), map([])],
        [text("authData"), bytes(authData)],
      ]);
      return {
        id: id.toString("base64url"),
        response: {
          clientDataJSON: clientData("webauthn.create", asked).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    show(asked) {
      const clientDataJSON = clientData("webauthn.get", asked);
      const data = authenticatorData(asked, 0, asked.counter ?? ++uses);
      const hash = createHash("sha256").update(clientDataJSON).digest();
      const signature = createSign("sha256").update(data).update(hash).sign(privateKey);
      return {
        id: asked.id ?? id.toString("base64url"),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: asked.userHandle ?? owner,
        },
      };
    },
  };
}

function clientData(type: string, { options, origin }: Asked): Buffer {
  const { challenge } = options;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Returns the authenticator data: user present, verified unless requested otherwise, and further flags (6.1). */
function authenticatorData(
  { options, rpId, isVerified = true }: Asked,
  more: number,
  count: number,
) {
  const { rp, rpId: asked } = options as { rp?: { id: string }; rpId?: string };
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  const party = createHash("sha256")
    .update(rpId ?? rp?.id ?? asked ?? "")
    .digest();
  return Buffer.concat([party, Buffer.from([0x01 | (isVerified ? 0x04 : 0) | more]), counter]);
}

/** Encodes a public key as COSE (RFC 9053, 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return map([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), bytes(Buffer.from(x, "base64url"))],
    [Buffer.from([0x22]), bytes(Buffer.from(y, "base64url"))],
  ]);
}

// Encodes a CBOR map (RFC 8949), as far as a key needs it.
function map(entries: [key: Buffer, value: Buffer][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  // Shortest encoding: readers determine a key's length by encoding it again.
  const head = value.length < 256 ? [0x58] : [0x59, value.length >> 8];
  return Buffer.concat([Buffer.from([...head, value.length & 255]), value]);
}
