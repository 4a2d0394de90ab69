import { describe, expect, it } from "vitest";
import { commonErrors, errors } from "./errors.ts";

describe("the error catalog", () => {
  it("has these exact sentences", () => {
    const messages = {
      "signup.fields_required": "All fields are required.",
      "signup.password_too_short": "Password must be at least 8 characters.",
      "login.fields_required": "All fields are required",
      "login.failed": "Failed to login. Please check your credentials.",
      "profile.name_required": "Name is required",
      "account.add_failed": "Failed to add account",
      "send.failed": "Failed to send email. Please try again.",
      "replies.id_required": "Email ID is required to generate replies",
      "replies.failed": "Failed to generate reply suggestions",
      "templates.failed": "Failed to generate email templates",
      "assistant.failed": "Failed to process chat request",
      internal: "Something went wrong",
      "endpoint.not_found": "Not Found",
    } as const;
    for (const [code, message] of Object.entries(messages)) {
      expect(errors).toHaveProperty([code, "message"], message);
    }
  });

  it("gives every error a status of its kind and a whole sentence", () => {
    for (const { status, message } of Object.values(errors)) {
      expect(status >= 400 && status <= 503).toBe(true);
      expect(message).toMatch(/^[A-Z].{3,}[\w.]$/);
    }
  });

  it("has one response body for callers that are not signed in, for every endpoint", () => {
    expect(commonErrors).toContain("session.required");
    const unauthorised = Object.entries(errors).filter(([, { status }]) => status === 401);
    const ofSigningIn = [
      "login.failed",
      "login.second_factor_required",
      "login.wrong_code",
      "login.passkey_refused",
      "login.token_refused",
    ];
    expect(unauthorised.map(([code]) => code)).toEqual(["session.required", ...ofSigningIn]);
  });
});
