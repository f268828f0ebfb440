import { resolve } from 'node:path'
import { UsageError } from '../input/usage-error.ts'
import { TagNames } from '../parse/tag-names.ts'
import { openApp } from './read/app-project.ts'
import { DocComments } from './read/doc-comments.ts'
import { DtoModels } from './read/dto-models.ts'
import { Evaluator } from './read/evaluator.ts'
import { Flow } from './read/flow.ts'
import { Draft } from './model/draft.ts'
import { Origins } from './read/origins.ts'
import { findApp, readService, reportUnread } from './read/read-service.ts'
import { nothing } from './read/value.ts'

export function tryRead(path: string) {
  const cwd = process.cwd()
  const entry = resolve(cwd, path)
  const t0 = performance.now()
  const { project, runtime } = openApp({ entry, cwd, tsconfig: undefined })
  console.log('open', performance.now() - t0)
  const models = new DtoModels(project, { names: new TagNames(undefined), rules: new Map(), missing: 'error' })
  const origins = new Origins(project.checker, models, runtime)
  const evaluator = new Evaluator(origins, { flow: new Flow(new Draft()), facts: undefined, next: () => nothing })
  const file = project.program.getSourceFile(entry)
  if (file === undefined) throw new UsageError(`${path} does not exist`)
  const found = findApp(file, undefined, evaluator, origins)
  if (found.app === undefined) throw new UsageError(`no app ${found.names}`)
  const service = readService(found.app, evaluator, new DocComments([]))
  reportUnread({ app: found.app, isNamed: false, others: found.others }, evaluator, origins)
  console.log('read', performance.now() - t0)
  return { service, diagnostics: [...evaluator.diagnostics, ...models.diagnostics] }
}
