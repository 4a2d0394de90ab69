import { afterEach, expect, test } from "vitest";
import { createEgress } from "#/egress/egress.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { trySmtpLogin } from "./send.ts";

afterEach(stopFakeServers);

const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const token = "t".repeat(2000);

/** Logs in to a server with these mechanisms; a refusal takes two steps, as both RFCs require. */
async function logIn(mechanisms: string, { isGood }: { isGood: boolean }) {
  const lines: string[] = [];
  const port = await fakeServer((socket) => {
    let text = "";
    socket.write("220 ready\r\n");
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        lines.push(line);
        if (line.startsWith("EHLO")) socket.write(`250-here\r\n250 AUTH ${mechanisms}\r\n`);
        else if (!line.startsWith("AUTH")) socket.write("535 5.7.8 expired\r\n");
        else socket.write(isGood ? "235 welcome\r\n" : "334 eyJzdGF0dXMiOiI0MDEifQ==\r\n");
      }
    });
  });
  const login = { host: "127.0.0.1", port, tls: false, user: "ann@x.example", pass: "" };
  const work = trySmtpLogin(egress, { ...login, accessToken: token });
  return { lines, port, work };
}

const decoded = (line = "") =>
  Buffer.from(line.split(" ").at(-1) ?? "", "base64")
    .toString()
    .replaceAll("\x01", "|");

test.each([
  ["PLAIN LOGIN XOAUTH2", "XOAUTH2"],
  ["XOAUTH2 OAUTHBEARER", "XOAUTH2"],
  ["PLAIN OAUTHBEARER", "OAUTHBEARER"],
])("a server with %s receives a token as %s", async (mechanisms, mechanism) => {
  const { lines, port, work } = await logIn(mechanisms, { isGood: true });
  await work;
  expect(lines[1]).toMatch(new RegExp(`^AUTH ${mechanism} [A-Za-z0-9+/]+=*$`));
  expect(decoded(lines[1])).toBe(
    mechanism === "XOAUTH2"
      ? `user=ann@x.example|auth=Bearer ${token}||`
      : `n,a=ann@x.example,|host=127.0.0.1|port=${port}|auth=Bearer ${token}||`,
  );
});

test.each([
  ["XOAUTH2", ""],
  ["OAUTHBEARER", "AQ=="],
])("a token refused by %s ends the exchange, and no password follows", async (mechanism, end) => {
  const { lines, work } = await logIn(`PLAIN LOGIN ${mechanism}`, { isGood: false });
  await expect(work).rejects.toMatchObject({ kind: "bad_login" });
  expect(lines.slice(2).filter((line) => line !== "QUIT")).toEqual([end]);
});
