import type { PackageManager } from './package-manager.ts'

/** Keeps what an image must not have, and tests, out of a build. */
export const dockerIgnore = `.git
.github
dist
node_modules
**/*.test.*
Dockerfile
`

/** A Dockerfile of two stages: one builds, the other has what runs. @param start the arguments of `node` */
export function nodeDockerfile(
  manager: PackageManager,
  { start, scripted }: { readonly start: readonly string[]; readonly scripted: readonly string[] },
): string {
  const { files, lockFile, setUp } = manager
  const needed = [...new Set(['package.json', lockFile, ...Object.keys(files(scripted))])]
  return dockerfile({
    image: 'node:24-slim',
    user: 'node',
    program: 'node',
    manager,
    needed,
    ...(setUp === undefined ? {} : { setUp }),
    start,
    built: 'dist',
  })
}

/** For Bun, which runs the sources. */
export function bunDockerfile(manager: PackageManager, start: readonly string[]): string {
  return dockerfile({
    image: 'oven/bun:1',
    user: 'bun',
    program: 'bun',
    manager,
    needed: ['package.json', manager.lockFile],
    start,
    built: 'src',
  })
}

interface Image {
  readonly image: string
  readonly user: string
  readonly program: 'node' | 'bun'
  readonly manager: PackageManager
  readonly needed: readonly string[]
  readonly setUp?: string
  readonly start: readonly string[]
  readonly built: string
}

function dockerfile({ image, user, program, manager, needed, setUp, start, built }: Image): string {
  const probe = `fetch('http://127.0.0.1:3000/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`
  return `FROM ${image} AS build
WORKDIR /app
${setUp === undefined ? '' : `RUN ${setUp}\n`}COPY ${needed.join(' ')} ./
RUN ${manager.frozen}
COPY . .
RUN ${manager.run} build
# What the service needs, without the tools that built it.
RUN rm -rf node_modules && ${manager.production}

FROM ${image}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/${built} ./${built}
USER ${user}
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["${program}", "-e", ${JSON.stringify(probe)}]
CMD ${JSON.stringify([program, ...start]).replaceAll(',', ', ')}
`
}
