import { dockerIgnore, nodeDockerfile } from './container.ts'
import { devScript } from './dev-script.ts'
import { outputExtension, type TemplateSetting } from './template.ts'
import { nodeWorkflow, workflowFile } from './workflow.ts'

type Texts = Readonly<Record<string, string>>

/** The document of templates with an `App`, in the config. */
export function openApiConfig(extension: string): object {
  return { openapi: { app: `src/app.${extension}`, output: 'openapi.json' } }
}

/** Scripts of a service that Node runs. */
export function nodeScripts({ tsconfig, extension }: TemplateSetting): Texts {
  const compile = tsconfig === 'tsconfig.json' ? 'tsc' : `tsc --project ${tsconfig}`
  return {
    generate: 'ctxgen',
    check: `ctxgen --check && ${compile} --noEmit`,
    test: `ctxgen && ${compile} && cd dist && node --test`,
    dev: 'node dev.mjs',
    build: `ctxgen && ${compile}`,
    start: `node --enable-source-maps dist/server.${outputExtension(extension)}`,
  }
}

/** Files of a service that Node runs, besides its sources. */
export function nodeFiles(
  { manager, tsconfig, extension }: TemplateSetting,
  scripted: readonly string[] = [],
): Texts {
  const start = ['--enable-source-maps', `dist/server.${outputExtension(extension)}`]
  return {
    'dev.mjs': devScript(tsconfig, extension),
    Dockerfile: nodeDockerfile(manager, { start, scripted }),
    '.dockerignore': dockerIgnore,
    [workflowFile]: nodeWorkflow(manager),
  }
}

/** Files that belong at the root of a repository. */
export const deploymentFiles: readonly string[] = ['Dockerfile', '.dockerignore', workflowFile]
