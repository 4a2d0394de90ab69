export interface TestUser {
  name: string;
  pass: string;
}

/** A private Dovecot on ports of its own. */
export interface TestDovecot extends AsyncDisposable {
  host: "127.0.0.1";
  /** In clear, with STARTTLS offered when imapsPort is not 0. */
  imapPort: number;
  /** TLS from the first byte with a self-signed certificate; 0 unless asked for. */
  imapsPort: number;
  maildir: (user: string) => string;
  /** Puts a message into the user's inbox as a delivery agent does. */
  deliver: (user: string, raw: string | Uint8Array) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts Dovecot with a private configuration; throws one clear sentence when it is not installed. */
export async function startDovecot(options: {
  users: TestUser[];
  tls?: boolean;
  dir?: string;
}): Promise<TestDovecot> {
  throw new Error("in the making");
}
