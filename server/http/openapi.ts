import { api } from "@inlet/contract/api.ts";
import type { Endpoint } from "@inlet/contract/endpoint.ts";
import { commonErrors, type ErrorCode, errors } from "@inlet/contract/errors.ts";
import { z } from "zod";

type Json = Record<string, unknown>;

export interface OpenapiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  components: Json;
  paths: Paths;
}

type Paths = Readonly<Record<string, Json>>;

const failure = { $ref: "#/components/schemas/Failure" };

/** Returns the contract as an OpenAPI document. Its paths are described when they are first read. */
export function describeApi(version: string): OpenapiDocument {
  return {
    openapi: "3.1.0",
    info: {
      title: "Inlet",
      version,
      description:
        "Everything that Inlet's own web app uses. Sign in with POST /user/login and send the token as a bearer, " +
        "or make a personal API token in the settings under Security.",
    },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        Failure: {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: { enum: Object.keys(errors) },
            message: { type: "string" },
            field: { type: "string", description: "The field of the input that is not valid." },
          },
        },
      },
    },
    get paths() {
      return (described ??= describePaths());
    },
  };
}

/** Cached for the process, because zod takes 60 ms to turn the contract into JSON Schema. */
let described: Paths | undefined;

function describePaths(): Paths {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(api)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describe(endpoint),
    };
  }
  return paths;
}

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, ErrorCode>;

function describe(endpoint: AnyEndpoint): Json {
  const input = schemaOf(endpoint.input, "input");
  const inPath = new Set(Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  const hasBody = endpoint.method !== "GET" && endpoint.method !== "DELETE";
  const fields = Object.entries(propertiesOf(input));
  const required = new Set(requiredOf(input));
  const outside = fields.filter(([name]) => inPath.has(name) || !hasBody);
  const inside = fields.filter(([name]) => !inPath.has(name) && hasBody);
  const description = [endpoint.description, whoMay(endpoint)].filter(Boolean).join(" ");
  return {
    ...(description && { description }),
    ...(endpoint.access !== "anyone" && { security: securityOf(endpoint) }),
    parameters: outside.map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? "path" : "query",
      required: inPath.has(name) || required.has(name),
      schema,
    })),
    ...requestBodyOf(endpoint, inside, required),
    responses: { 200: successOf(endpoint), ...failuresOf(endpoint) },
  };
}

function securityOf({ access }: AnyEndpoint): Json[] {
  return access === "signed" ? [{ bearer: [] }, {}] : [{ bearer: [] }];
}

function requestBodyOf(
  endpoint: AnyEndpoint,
  fields: [string, unknown][],
  required: ReadonlySet<string>,
): Json {
  if (endpoint.carrier === "upload") {
    const file = { type: "string", format: "binary" };
    const schema = { type: "object", required: ["file"], properties: { file } };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (fields.length === 0) return {};
  const schema = {
    type: "object",
    required: fields.map(([name]) => name).filter((name) => required.has(name)),
    properties: Object.fromEntries(fields),
  };
  return { requestBody: { content: { "application/json": { schema } } } };
}

function whoMay({ access, scope }: AnyEndpoint): string {
  if (access === "anyone") return "";
  if (access === "admin") return "For administrators. Not for personal API tokens.";
  return scope === null
    ? "Not for personal API tokens."
    : `A personal API token needs the scope "${scope}".`;
}

const mediaTypes = {
  json: "application/json",
  upload: "application/json",
  bytes: "application/json",
  file: "application/octet-stream",
  stream: "text/event-stream",
  text: "text/plain",
} as const;

function successOf(endpoint: AnyEndpoint): Json {
  const schema = endpoint.carrier === "file" ? {} : schemaOf(endpoint.output, "output");
  return { description: "Done", content: { [mediaTypes[endpoint.carrier]]: { schema } } };
}

function failuresOf(endpoint: AnyEndpoint): Json {
  const codes: ErrorCode[] = [...endpoint.errors, ...commonErrors];
  const byStatus = Object.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      { description: group.join(", "), content: { "application/json": { schema: failure } } },
    ]),
  );
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function propertiesOf(schema: Json): Json {
  const { properties } = schema;
  // In JSON Schema, the properties of an object are a record.
  return typeof properties === "object" && properties !== null ? (properties as Json) : {};
}

function requiredOf(schema: Json): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.map(String) : [];
}
