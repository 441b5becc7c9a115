# The last stage is the backend with the built app. API nodes and workers use the same image (`docker run … worker`).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --workspaces=false
COPY . .
RUN npm run build && npm prune --omit=dev --workspaces=false

# nginx with the static files: `docker build --target web`.
FROM debian:bookworm-slim AS web
RUN apt-get update \
  && apt-get install -y --no-install-recommends nginx-light libnginx-mod-http-brotli-static \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /app/dist/app /srv/tyy
COPY deploy/nginx.conf /etc/nginx/nginx.conf
EXPOSE 8080
# Replaces the name server by that of this container.
CMD ["sh", "-c", "sed -i \"s/resolver [^ ]*/resolver $(awk '$1 == \"nameserver\" { print $2 ~ /:/ ? \"[\" $2 \"]\" : $2; exit }' /etc/resolv.conf)/\" /etc/nginx/nginx.conf && exec nginx -c /etc/nginx/nginx.conf -g 'daemon off;'"]

FROM node:24-bookworm-slim AS backend
# Drawn pictures contain text, which needs fonts.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir -m 700 /data && chown node:node /data
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/dist ./dist
USER node
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
ENTRYPOINT ["sh", "dist/server/start.sh"]
CMD ["all"]
