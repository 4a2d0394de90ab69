export type SmtpPhase = "connect" | "auth" | "mail" | "rcpt" | "data" | "final";

/** What goes wrong: an answer of that code, silence, or a broken connection. */
export interface SmtpFault {
  phase: SmtpPhase;
  how: "hang" | "drop" | { code: number; text: string };
  /** Only for this recipient, in phase rcpt. */
  recipient?: string;
}

/** A real SMTP server on loopback that records what it was told. */
export interface TestSmtp extends AsyncDisposable {
  host: "127.0.0.1";
  port: number;
  /** MAIL, RCPT, DATA and AUTH as they came, in order. */
  commands: string[];
  /** Settable between messages; null for a server in good health. */
  failAt: SmtpFault | null;
  stop: () => Promise<void>;
}

/** Starts the server; every accepted message goes to `deliver`, once per recipient. */
export async function startSmtp(options: {
  deliver: (recipient: string, raw: Buffer) => void | Promise<void>;
  auth?: { user: string; pass: string }[];
  failAt?: SmtpFault;
  /** "starttls" offers it, "implicit" speaks TLS from the first byte, both self-signed. */
  tls?: "starttls" | "implicit";
}): Promise<TestSmtp> {
  throw new Error("in the making");
}
