import type { Handler, Session } from "./session.ts";
import { textOf, type Word } from "./atoms.ts";

export const loginCommands: Record<string, Handler> = {
  CAPABILITY: (session) => {
    session.line(`* CAPABILITY ${session.server.profile.capabilities.join(" ")}`);
    return "OK capabilities told";
  },
  NOOP: () => "OK nothing done",
  CHECK: () => "OK checked",
  LOGOUT: (session) => {
    session.line("* BYE see you");
    return "OK logged out";
  },
  ID: (session, [given]) => {
    const isEmpty = !Array.isArray(given) || given.length === 0;
    if (isEmpty && session.quirks.refusesEmptyId) return "BAD invalid ID";
    session.hasIntroduced = !isEmpty;
    session.line(`* ID ("name" "${session.server.profile.name}")`);
    return "OK pleased to meet you";
  },
  LOGIN: (session, [user, pass]) => {
    if (session.server.profile.capabilities.includes("LOGINDISABLED")) {
      return "NO [PRIVACYREQUIRED] LOGIN is disabled";
    }
    return enter(session, textOf(user), textOf(pass));
  },
  AUTHENTICATE: (session, [mechanism, initial], { tag }) => {
    if (textOf(mechanism).toUpperCase() !== "PLAIN") return "NO unknown mechanism";
    if (initial !== undefined) return enterPlain(session, textOf(initial));
    session.nextLine = (line) => {
      session.nextLine = undefined;
      session.line(`${tag} ${enterPlain(session, line)}`);
    };
    session.line("+ ");
    return undefined;
  },
  ENABLE: (session, words) => {
    const asked = words.map((word: Word) => textOf(word).toUpperCase());
    const known = asked.filter((each) => session.server.profile.capabilities.includes(each));
    for (const each of known) session.enabled.add(each);
    // QRESYNC implies CONDSTORE (RFC 7162, 3.2.3).
    if (session.enabled.has("QRESYNC")) session.enabled.add("CONDSTORE");
    session.line(`* ENABLED${known.map((each) => ` ${each}`).join("")}`);
    return "OK enabled";
  },
  IDLE: (session, _words, { tag }) => {
    if (session.quirks.reportsBeforeIdle) session.report({ mayExpunge: true });
    session.isIdle = true;
    session.nextLine = () => {
      session.isIdle = false;
      session.nextLine = undefined;
      session.line(`${tag} OK idle is over`);
    };
    session.line("+ idling");
    session.report({ mayExpunge: true });
    return undefined;
  },
};

function enterPlain(session: Session, encoded: string): string {
  const [, user = "", pass = ""] = Buffer.from(encoded, "base64").toString("latin1").split("\0");
  return enter(session, user, pass);
}

function enter(session: Session, user: string, pass: string): string {
  const mailbox = session.server.enter(user, pass);
  if (!mailbox) return "NO [AUTHENTICATIONFAILED] wrong name or password";
  session.mailbox = mailbox;
  return "OK logged in";
}
