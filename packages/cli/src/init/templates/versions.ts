/** The version of the packages of ctxgen, which are published together. */
const ownVersion = '0.1.0'

/** The ranges of what templates depend on. Each runs on Node 20.19. */
const ranges: Readonly<Record<string, string>> = {
  '@ctxgen/middleware': `^${ownVersion}`,
  '@ctxgen/runtime': `^${ownVersion}`,
  ctxgen: `^${ownVersion}`,
  '@fastify/helmet': '^13.2.0',
  '@hono/node-server': '^2.1.8',
  '@nestjs/common': '^12.5.1',
  '@nestjs/core': '^12.5.1',
  '@nestjs/platform-express': '^12.5.1',
  '@types/bun': '^1.4.5',
  '@types/express': '^5.0.6',
  '@types/node': '^20.19.43',
  ajv: '^8.20.0',
  'ajv-formats': '^3.0.1',
  express: '^5.3.0',
  fastify: '^5.12.8',
  helmet: '^8.3.0',
  hono: '^4.13.19',
  'pino-http': '^11.0.0',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.2',
  'swagger-ui-dist': '^5.35.0',
  typescript: '^7.0.2',
  // The last one for Node 20.
  wrangler: '~4.86.0',
}

/** The ranges of these packages, as package.json lists them. */
export function rangesOf(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const range = ranges[name]
      if (range === undefined) throw new Error(`no version of ${name}`)
      return [name, range]
    }),
  )
}
