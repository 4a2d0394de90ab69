import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** The location of a secret. It is authenticated with the secret, so a ciphertext does not work in another place. */
export interface Place {
  table: string;
  userId: string;
  rowId: string;
  field: string;
}

/** Encrypts secrets for storage. A ciphertext can be stored anywhere; it can be decrypted only here and only for its place. */
export interface SecretBox {
  encrypt: (plain: string, place: Place) => string;
  /** Decrypts a secret. Throws WrongKey if it was encrypted under another key, and an error if it is damaged or was moved. */
  open: (encrypted: string, place: Place) => string;
}

/** The secret was encrypted under a master key that this process does not have. */
export class WrongKey extends Error {
  override name = "WrongKey";
}

const version = "v1";
const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Creates a box under a 32-byte master key. Each secret has a separate random data key, which the master key wraps: `v1.<key
 * id>.<wrapped data key>.<secret>`.
 */
export function createSecretBox(masterKey: Uint8Array): SecretBox {
  if (masterKey.length !== keyBytes) throw new Error("The master key must have 32 bytes.");
  const id = keyId(masterKey);
  return {
    encrypt(plain, place) {
      const dataKey = randomBytes(keyBytes);
      const wrapped = encryptWith(masterKey, dataKey, additionalData(place, "key"));
      const secret = encryptWith(
        dataKey,
        Buffer.from(plain, "utf8"),
        additionalData(place, "secret"),
      );
      return [version, id, wrapped, secret].join(".");
    },
    open(encrypted, place) {
      const [foundVersion, foundId, wrapped = "", secret = ""] = encrypted.split(".");
      if (foundVersion !== version) throw new Error("This is not a sealed secret.");
      if (foundId !== id) {
        throw new WrongKey(
          `A stored secret was encrypted with key ${foundId}, but this server uses key ${id}. ` +
            "Start it with its previous INLET_SECRET_KEY or secret.key file.",
        );
      }
      const dataKey = decryptWith(masterKey, wrapped, additionalData(place, "key"));
      return decryptWith(dataKey, secret, additionalData(place, "secret")).toString("utf8");
    },
  };
}

/** Re-encrypts a secret with the new box. The caller stores it, row by row. */
export function reencrypt(from: SecretBox, to: SecretBox, encrypted: string, place: Place): string {
  return to.encrypt(from.open(encrypted, place), place);
}

function keyId(masterKey: Uint8Array): string {
  return createHash("sha256").update("inlet key id\0").update(masterKey).digest("hex").slice(0, 8);
}

function additionalData(place: Place, part: "key" | "secret"): Buffer {
  // JSON keeps the boundaries between the fields, whatever their content.
  return Buffer.from(
    JSON.stringify([version, part, place.table, place.userId, place.rowId, place.field]),
  );
}

function encryptWith(key: Uint8Array, plain: Uint8Array, data: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  cipher.setAAD(data);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

function decryptWith(key: Uint8Array, text: string, data: Buffer): Buffer {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAAD(data);
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}
