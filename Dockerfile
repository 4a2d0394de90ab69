# docs/self-hosting.md says how this is used. The version is that of package.json, which a test holds it to.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The web app and the server's bundle, with everything that building takes.
FROM ${NODE_IMAGE} AS build
WORKDIR /inlet
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts
COPY contract contract
COPY server server
COPY web web
COPY tools tools
COPY tsconfig.json tsconfig.base.json ./
RUN node tools/build.ts

# The packages of the server: a few read files of their own, and are not in the bundle.
FROM ${NODE_IMAGE} AS packages
WORKDIR /inlet
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts --omit=dev --workspace server --workspace contract

FROM ${NODE_IMAGE}
# Backups of PostgreSQL are made and put back by its own programs, of the version that compose.yaml runs: Debian's are older.
ARG POSTGRES_MAJOR=17
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends postgresql-client-${POSTGRES_MAJOR} \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 INLET_DATA_DIR=/data
RUN install -d -o node -g node -m 0700 /data
WORKDIR /inlet
COPY --from=packages /inlet/node_modules node_modules
COPY package.json ./
COPY --from=build /inlet/server/dist server/dist
COPY --from=build /inlet/web/dist web/dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/dist/main.js"]
