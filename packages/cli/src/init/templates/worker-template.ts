import { appSource } from './app-template.ts'
import { watchScript } from './dev-script.ts'
import { openApiConfig } from './node-project.ts'
import { sampleConfig, sampleDto } from './sample-dto.ts'
import { documentedTest } from './sample-test.ts'
import type { Template } from './template.ts'
import { sampleTsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'
import { nodeWorkflow, workflowFile } from './workflow.ts'

/** ctxgen's own `App` on Cloudflare Workers. Its test runs on Node. */
export const workerTemplate: Template = {
  title: "ctxgen's own App on Cloudflare Workers",
  port: 8787,
  page: (run) => `http://localhost:4000/docs, after ${run} docs`,
  dependencies: rangesOf('@ctxgen/runtime', '@ctxgen/middleware'),
  devDependencies: rangesOf(
    'ctxgen',
    'typescript',
    '@types/node',
    'ajv',
    'ajv-formats',
    'swagger-ui-dist',
    'wrangler',
  ),
  scripted: ['@scarf/scarf', 'esbuild', 'sharp', 'workerd'],
  scripts: () => ({
    generate: 'ctxgen',
    check: 'ctxgen --check && tsc --noEmit',
    test: 'ctxgen && tsc && cd dist && node --test',
    dev: 'node dev.mjs',
    docs: 'ctxgen openapi --serve --target http://localhost:8787',
    build: 'ctxgen && tsc && wrangler deploy --dry-run --outdir dist/worker',
    start: 'wrangler dev',
    deploy: 'ctxgen && wrangler deploy',
  }),
  files: (setting) => ({
    'ctxgen.config.json': sampleConfig(openApiConfig('ts')),
    'src/dto/hello.ts': sampleDto,
    'src/app.ts': appSource(setting),
    'src/app.test.ts': documentedTest(setting),
    'src/worker.ts': workerSource,
    'wrangler.jsonc': wranglerConfig(setting.name),
    'tsconfig.json': sampleTsconfig,
    '.gitignore': 'node_modules/\ndist/\n.wrangler/\n.dev.vars\n',
    'dev.mjs': watchScript("[scriptOf('wrangler', 'bin/wrangler.js'), 'dev']"),
    [workflowFile]: nodeWorkflow(setting.manager),
  }),
}

const workerSource = `import { app } from './app.js'

export default {
  fetch: (request: Request) =>
    app.fetch(request, { remoteAddress: request.headers.get('cf-connecting-ip') ?? undefined }),
}
`

function wranglerConfig(name: string): string {
  return `{
  "$schema": "node_modules/wrangler/config-schema.json",
  "name": ${JSON.stringify(name)},
  "main": "src/worker.ts",
  "compatibility_date": "2026-04-01",
  "compatibility_flags": ["nodejs_compat"],
  "observability": { "enabled": true }
}
`
}
