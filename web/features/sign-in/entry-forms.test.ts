import { createElement, createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { SignInForm } = await import("#/features/sign-in/sign-in-form.tsx");
const { SignUpForm } = await import("#/features/sign-in/sign-up-form.tsx");
const { FormError } = await import("#/ui/form/form-error.tsx");

/** Returns the fields of a form, in order: name, type and whether each is required. */
function fieldsOf(markup: string): (string | boolean | undefined)[][] {
  return [...markup.matchAll(/<input[^<>]*>/g)].map(([field]) => [
    / name="(\w+)"/.exec(field)?.[1],
    / type="(\w+)"/.exec(field)?.[1] ?? "text",
    field.includes(" required="),
  ]);
}

const done = () => undefined;
const signIn = renderToStaticMarkup(
  createElement(SignInForm, { firstError: "", onSignedIn: done, signUpLink: "Sign up" }),
);
const signUp = renderToStaticMarkup(
  createElement(SignUpForm, {
    invite: undefined,
    firstField: createRef<HTMLInputElement>(),
    onSignedUp: done,
    failed: "",
    loginLink: "Login",
  }),
);

test("the sign-in page has an email and a hidden password field, and a link to the sign-up page", () => {
  expect(fieldsOf(signIn)).toEqual([
    ["email", "email", true],
    ["password", "password", true],
  ]);
  expect(signIn).toContain('aria-label="Show password"');
  expect(signIn).toContain("Don&#x27;t have an account? Sign up");
});

test("the sign-up page requires a name, an email address and a password", () => {
  expect(fieldsOf(signUp)).toEqual([
    ["name", "text", true],
    ["email", "email", true],
    ["password", "password", true],
  ]);
});

test.each([
  ["sign-in", signIn],
  ["sign-up", signUp],
])("the %s offers Google and Outlook too", (_form, markup) => {
  for (const name of ["Google", "Outlook"]) expect(markup).toMatch(new RegExp(`>${name}<`));
});

test.each([
  ["sign-in", signIn],
  ["sign-up", signUp],
])("shows an error of the %s above its form", (_form, markup) => {
  expect(markup.indexOf('role="alert"')).toBeLessThan(markup.indexOf("<form"));
});

test("shows an error of a form in red", () => {
  expect(renderToStaticMarkup(createElement(FormError, null, "Failed"))).toMatch(
    /text-danger[^<>]*>.*Failed/,
  );
});
