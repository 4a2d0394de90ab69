/**
 * Prefix of the name that the other side has before its chat is known. The hash of the code that will connect it to a user
 * follows.
 */
export const pairingPrefix = "pairing ";

/** Time for which a pairing code is valid. */
export const pairingLastsMs = 10 * 60_000;
