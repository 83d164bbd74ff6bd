# The packages bring the runtime (Node 24); the image only has to offer glibc and a shell for npm.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY prisma ./prisma
COPY openapi ./openapi
COPY src ./src
# Berth writes no file of its own: run it with a read-only root file system.
USER node
EXPOSE 8080 9090
CMD ["node", "src/main-api.ts"]
