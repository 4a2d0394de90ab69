import path from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, parseConfig } from "#/config.ts";

describe("parseConfig", () => {
  it("needs no variables", () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      dataDir: path.resolve("data"),
      databaseUrl: null,
      role: "all",
      publicUrl: null,
      allowedPrivateHosts: [],
      registration: "open",
      isRegistrationFixed: false,
      trustProxy: [],
      secretKey: null,
      logLevel: "warn",
      metricsToken: null,
      drainMs: 0,
      s3: null,
      oauth: {},
      oidc: null,
      mail: null,
      telegram: null,
      slack: null,
      saving: {
        notion: { apiUrl: "https://api.notion.com" },
        trello: { apiUrl: "https://api.trello.com" },
      },
      quotas: {
        isOpen: "as_set",
        sendsPerHour: 500,
        sendsPerDay: 2000,
        recipientsPerDay: 5000,
        accountTestsPerDay: 200,
        uploadBytes: 2 * 1024 ** 3,
      },
      backups: { hour: 3, dir: null },
      ai: { model: null, allowsOwn: true },
      landing: {
        hasFigures: true,
        isShown: true,
        starRepository: "",
        starApiUrl: "https://api.github.com",
        demoUrl: null,
      },
    });
  });

  it("requires invitations when others can reach the server", () => {
    expect(parseConfig({ HOST: "0.0.0.0" }).registration).toBe("invite");
    expect(parseConfig({ HOST: "::" }).registration).toBe("invite");
    expect(parseConfig({ HOST: "::1" }).registration).toBe("open");
    expect(parseConfig({ HOST: "0.0.0.0", INLET_REGISTRATION: "open" }).registration).toBe("open");
    expect(parseConfig({ HOST: "0.0.0.0" }).isRegistrationFixed).toBe(false);
    expect(parseConfig({ INLET_REGISTRATION: "open" }).isRegistrationFixed).toBe(true);
  });

  it("reads shared file storage, all settings or none, and refuses an invalid metrics token", () => {
    const whole = {
      INLET_S3_ENDPOINT: "https://s3.example.org/",
      INLET_S3_BUCKET: "inlet",
      INLET_S3_ACCESS_KEY_ID: "id",
      INLET_S3_SECRET_ACCESS_KEY: "key",
    };
    expect(parseConfig(whole).s3).toEqual({
      endpoint: "https://s3.example.org",
      bucket: "inlet",
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "key",
    });
    for (const name of Object.keys(whole)) {
      expect(() => parseConfig({ ...whole, [name]: "" })).toThrow("File storage needs all four.");
    }
    expect(() => parseConfig({ ...whole, INLET_S3_BUCKET: "Not/a/bucket" })).toThrow(ConfigError);
    expect(() => parseConfig({ INLET_METRICS_TOKEN: "short" })).toThrow("INLET_METRICS_TOKEN");
    expect(parseConfig({ INLET_METRICS_TOKEN: "a".repeat(32) }).metricsToken).toBe("a".repeat(32));
  });

  it("reads the operator's OpenID provider, and refuses incomplete settings", () => {
    const whole = {
      OIDC_ISSUER: "https://id.example.org",
      OIDC_CLIENT_ID: "inlet",
      OIDC_CLIENT_SECRET: "s3cret",
    };
    const { oidc } = parseConfig(whole);
    expect(oidc).toEqual({
      issuer: "https://id.example.org",
      clientId: "inlet",
      clientSecret: "s3cret",
      name: "Single sign-on",
    });
    expect(parseConfig({ ...whole, OIDC_NAME: "Example ID" }).oidc?.name).toBe("Example ID");
    for (const name of Object.keys(whole)) {
      expect(() => parseConfig({ ...whole, [name]: "" })).toThrow("needs all three");
    }
    expect(() => parseConfig({ ...whole, OIDC_ISSUER: "id.example.org" })).toThrow(
      "OIDC_ISSUER is not valid.",
    );
  });

  it("reads a model, and lets users bring their own while the server listens only locally", () => {
    const ollama = {
      INLET_AI_BASE_URL: "http://127.0.0.1:11434/v1/",
      INLET_AI_MODEL: "qwen3:8b",
    };
    expect(parseConfig(ollama).ai).toEqual({
      model: {
        provider: "compatible",
        baseUrl: "http://127.0.0.1:11434/v1",
        model: "qwen3:8b",
        apiKey: "",
        price: null,
      },
      allowsOwn: true,
    });
    const paid = {
      INLET_AI_PROVIDER: "openai",
      INLET_AI_API_KEY: "sk-1",
      INLET_AI_MODEL: "gpt-5-mini",
      INLET_AI_PRICE: "0.25/2",
      HOST: "0.0.0.0",
    };
    expect(parseConfig(paid).ai).toMatchObject({
      model: { provider: "openai", baseUrl: "", apiKey: "sk-1", price: { input: 0.25, output: 2 } },
      allowsOwn: false,
    });
    expect(parseConfig({ HOST: "0.0.0.0", INLET_AI_USER_KEYS: "on" }).ai.allowsOwn).toBe(true);
  });

  it.each([
    [{ INLET_AI_BASE_URL: "http://127.0.0.1:1/v1" }, /without INLET_AI_MODEL/],
    [{ INLET_AI_MODEL: "qwen3:8b" }, /without INLET_AI_BASE_URL/],
    [{ INLET_AI_PROVIDER: "mystery" }, /INLET_AI_PROVIDER is not valid/],
    [{ INLET_AI_PRICE: "cheap" }, /INLET_AI_PRICE is not valid/],
  ])("refuses an incomplete AI model: %j", (env, hint) => {
    expect(() => parseConfig(env)).toThrow(hint);
  });

  it("treats an empty variable as unset", () => {
    expect(parseConfig({ PORT: "", DATABASE_URL: " " })).toEqual(parseConfig({}));
  });

  it("reads lists, keys and origins", () => {
    const key = Buffer.alloc(32, 7);
    const config = parseConfig({
      INLET_ALLOWED_PRIVATE_HOSTS: "127.0.0.1, mail.lan",
      INLET_TRUST_PROXY: "10.0.0.0/8,::1",
      INLET_SECRET_KEY: key.toString("base64"),
      INLET_PUBLIC_URL: "https://mail.example.org/",
    });
    expect(config.allowedPrivateHosts).toEqual(["127.0.0.1", "mail.lan"]);
    expect(config.trustProxy).toEqual(["10.0.0.0/8", "::1"]);
    expect(config.secretKey).toEqual(key);
    expect(config.publicUrl).toBe("https://mail.example.org");
    expect(parseConfig({ INLET_SECRET_KEY: key.toString("hex") }).secretKey).toEqual(key);
  });

  it("refuses to start one of several processes without the settings that they must share", () => {
    const DATABASE_URL = "postgres://localhost/inlet";
    const INLET_SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
    expect(failureOf({ INLET_ROLE: "engine" })).toBe(
      "INLET_ROLE=engine needs PostgreSQL: set DATABASE_URL, or leave INLET_ROLE out for one process with SQLite.",
    );
    expect(failureOf({ INLET_ROLE: "web", DATABASE_URL })).toBe(
      "INLET_ROLE=web needs INLET_SECRET_KEY, the same in every process.",
    );
    expect(parseConfig({ INLET_ROLE: "web", DATABASE_URL, INLET_SECRET_KEY }).role).toBe("web");
  });

  it("names all invalid values at once, with a hint for each, and repeats no secret", () => {
    const env = {
      PORT: "http",
      HOST: "example.org:80",
      DATABASE_URL: "mysql://db",
      INLET_ROLE: "both",
      INLET_PUBLIC_URL: "https://example.org/mail",
      INLET_ALLOWED_PRIVATE_HOSTS: "10.0.0.0/99",
      INLET_REGISTRATION: "yes",
      INLET_TRUST_PROXY: "10.0.0.0/33",
      INLET_SECRET_KEY: "too-short-but-private",
      INLET_LOG_LEVEL: "loud",
    };
    const lines = failureOf(env).split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(Object.keys(env));
    expect(lines.every((line) => /is not valid\. [A-Z].+\.$/.test(line))).toBe(true);
    expect(lines.join("\n")).not.toContain("too-short-but-private");
  });

  it("reads the server for host emails", () => {
    const mailOf = (INLET_MAIL_URL: string, INLET_MAIL_FROM = "inlet@example.org") =>
      parseConfig({ INLET_MAIL_URL, INLET_MAIL_FROM }).mail;
    expect(mailOf("smtps://ann%40example.org:a%2Fb@smtp.example.org")).toEqual({
      host: "smtp.example.org",
      port: 465,
      encryption: "implicit",
      user: "ann@example.org",
      pass: "a/b",
      from: { name: "Inlet", address: "inlet@example.org" },
    });
    expect(mailOf("smtp://smtp.example.org")).toMatchObject({ port: 587, encryption: "starttls" });
    const local = { host: "::1", port: 1025, encryption: "none", user: "", pass: "" };
    expect(mailOf("smtp://[::1]:1025/?tls=off")).toMatchObject(local);
    expect(mailOf("smtp://a.example", '"Mail of A" <a@a.example>')?.from).toEqual({
      name: "Mail of A",
      address: "a@a.example",
    });
  });

  it.each([
    ["https://smtp.example.org", "inlet@example.org", "INLET_MAIL_URL is not valid."],
    ["smtp://:s3cret@", "inlet@example.org", "INLET_MAIL_URL is not valid."],
    ["smtp://a:s3cret%0d%0aRSET@a.example", "inlet@example.org", "INLET_MAIL_URL is not valid."],
    ["smtp://a.example?tls=maybe", "inlet@example.org", "INLET_MAIL_URL is not valid."],
    ["smtps://a.example?tls=off", "inlet@example.org", "INLET_MAIL_URL is not valid."],
    ["smtp://a.example/%zz", "inlet@example.org", "INLET_MAIL_URL is not valid."],
    ["smtp://a.example", "Inlet", "INLET_MAIL_FROM is not valid."],
    ["smtp://a.example", "A <a@a.example>, b@b.example", "INLET_MAIL_FROM is not valid."],
    ["smtp://a:s3cret@a.example", "", "INLET_MAIL_URL is set without INLET_MAIL_FROM."],
    ["", "inlet@example.org", "INLET_MAIL_FROM is set without INLET_MAIL_URL."],
  ])("refuses to send host email by %s as %s", (INLET_MAIL_URL, INLET_MAIL_FROM, sentence) => {
    const failure = failureOf({ INLET_MAIL_URL, INLET_MAIL_FROM });
    expect(failure).toContain(sentence);
    expect(failure).not.toContain("s3cret");
  });

  it("sends no links to a public address that is not configured", () => {
    const env = { HOST: "0.0.0.0", INLET_MAIL_URL: "smtp://a.example", INLET_MAIL_FROM: "a@a.org" };
    expect(failureOf(env)).toContain("INLET_MAIL_URL is set without INLET_PUBLIC_URL.");
    expect(parseConfig({ ...env, INLET_PUBLIC_URL: "https://m.example" }).mail).not.toBeNull();
  });

  it.each(["70000", "-1", "3000.5", "3e3"])("refuses PORT=%s", (port) => {
    expect(failureOf({ PORT: port })).toContain("PORT is not valid. Use a number");
  });
});

function failureOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("The configuration was taken.");
}
