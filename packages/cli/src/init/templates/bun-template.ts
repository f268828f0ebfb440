import { appSources } from './app-template.ts'
import { bunDockerfile, dockerIgnore } from './container.ts'
import { watchScript } from './dev-script.ts'
import { openApiConfig } from './node-project.ts'
import { sampleConfig, sampleDto } from './sample-dto.ts'
import type { Template } from './template.ts'
import { tsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'
import { bunWorkflow, workflowFile } from './workflow.ts'

/** ctxgen's own `App` on Bun, which runs the sources. */
export const bunTemplate: Template = {
  title: "ctxgen's own App on Bun",
  port: 3000,
  page: () => 'http://localhost:3000/docs',
  manager: 'bun',
  dependencies: rangesOf('@ctxgen/runtime', '@ctxgen/middleware'),
  devDependencies: rangesOf('ctxgen', 'typescript', '@types/bun', 'ajv', 'ajv-formats', 'swagger-ui-dist'),
  scripts: () => ({
    generate: 'ctxgen',
    check: 'ctxgen --check && tsc',
    test: 'ctxgen && bun test',
    dev: 'bun dev.mjs',
    build: 'ctxgen && tsc',
    start: 'bun src/server.ts',
  }),
  files: (setting) => ({
    'ctxgen.config.json': sampleConfig(openApiConfig('ts')),
    'src/dto/hello.ts': sampleDto,
    ...appSources(setting),
    'tsconfig.json': tsconfig({ types: ['bun'], noEmit: true }),
    'dev.mjs': watchScript("['--watch', 'src/server.ts']"),
    Dockerfile: bunDockerfile(setting.manager, ['src/server.ts']),
    '.dockerignore': dockerIgnore,
    [workflowFile]: bunWorkflow(setting.manager),
  }),
}
