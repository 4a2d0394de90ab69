import type { Inputs } from "./inputs.ts";

/** Inputs with which users without permission call the administrators' endpoints. */
export const adminInputs = {
  "GET /admin/users": () => ({ query: "canary" }),
  "PATCH /admin/users/{id}": ({ userId: id, password }) => ({ id, password, role: "admin" }),
  "POST /admin/users/{id}/sign-out": ({ userId: id }) => ({ id }),
  "POST /admin/users/{id}/reset": ({ userId: id, password }) => ({ id, password, isMailed: false }),
  "POST /admin/users/{id}/delete": ({ userId: id, password }) => ({
    id,
    password,
    confirmation: "anna@example.org",
  }),
  "GET /admin/registration": () => ({}),
  "PUT /admin/registration": () => ({ mode: "closed" }),
  "POST /admin/invitations": () => ({ days: 1 }),
  "DELETE /admin/invitations/{id}": ({ userId: id }) => ({ id }),
  "GET /admin/accounts": () => ({}),
  "GET /admin/jobs": () => ({}),
  "POST /admin/jobs/{id}/retry": ({ userId: id }) => ({ id }),
  "GET /admin/storage": () => ({}),
  "GET /admin/model-use": () => ({}),
  "GET /admin/backups": () => ({}),
  "POST /admin/backups": () => ({}),
  "GET /admin/audit": () => ({}),
  "POST /admin/audit/check": () => ({}),
} satisfies Inputs;
