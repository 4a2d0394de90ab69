/** Before a chat is known, the other side's name of it is this and the hash of the code that will tie it to a person. */
export const pairingPrefix = "pairing ";

/** Time for which a pairing code is valid. */
export const pairingLastsMs = 10 * 60_000;
