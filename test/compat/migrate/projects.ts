import type { Library } from '@ctxgen/codegen/migrate'

/** A published package that has schemas in readable form. */
export interface Published {
  readonly library: Library
  readonly name: string
  readonly version: string
  /** Its sources: TypeScript, JavaScript, or maps that hold TypeScript. */
  readonly files: readonly string[]
}

/** The default packages. None of their code is here. */
export const published: readonly Published[] = [
  { library: 'zod', name: '@atproto/oauth-types', version: '0.6.3', files: ['src'] },
  {
    library: 'zod',
    name: '@modelcontextprotocol/sdk',
    version: '1.32.2',
    files: ['dist/esm/types.js', 'dist/esm/shared/auth.js'],
  },
  {
    library: 'zod',
    name: '@trigger.dev/core',
    version: '4.8.3',
    files: [
      'dist/esm/v3/schemas',
      'dist/esm/v3/externalDeploymentId.js',
      'dist/esm/v3/runEngineWorker/supervisor/schemas.js',
      'dist/esm/v3/utils/zod.js',
      'dist/esm/schemas/json.js',
    ],
  },
  { library: 'typebox', name: 'yahoo-finance2', version: '2.13.3', files: ['dist/esm/src'] },
  { library: 'typebox', name: '@feathersjs/typebox', version: '5.0.50', files: ['src'] },
  { library: 'class-validator', name: 'denwa-nest-shared', version: '1.2.6', files: ['dist'] },
]
