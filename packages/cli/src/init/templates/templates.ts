import { appTemplate } from './app-template.ts'
import { bunTemplate } from './bun-template.ts'
import { expressTemplate } from './express-template.ts'
import { fastifyTemplate } from './fastify-template.ts'
import { honoTemplate } from './hono-template.ts'
import { nestTemplate } from './nest-template.ts'
import type { Template } from './template.ts'
import { workerTemplate } from './worker-template.ts'

/** Every template, in the order of the question. */
export const templates: ReadonlyMap<string, Template> = new Map([
  ['app', appTemplate],
  ['express', expressTemplate],
  ['fastify', fastifyTemplate],
  ['hono', honoTemplate],
  ['nest', nestTemplate],
  ['worker', workerTemplate],
  ['bun', bunTemplate],
])
