import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { OpenapiDocument } from "#/http/openapi.ts";
import { docsPolicy } from "#/http/security-headers.ts";

/** Serves the API documentation under /docs, where calls can be tried. */
export async function apiDocs(server: FastifyInstance, document: OpenapiDocument): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("content-security-policy", docsPolicy);
    });
    await scope.register(swagger, {
      mode: "static",
      // The plugin's own type describes OpenAPI 3.0, and it passes the document on unchanged.
      specification: { document: document as never },
    });
    await scope.register(swaggerUi, { routePrefix: "/docs", uiConfig: { deepLinking: true } });
  });
}
