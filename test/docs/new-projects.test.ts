import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newProject } from '../../packages/cli/src/init/templates/new-project.ts'
import { managerOf } from '../../packages/cli/src/init/templates/package-manager.ts'
import { templates } from '../../packages/cli/src/init/templates/templates.ts'
import { pageText } from './doc-pages.ts'

test('the Dockerfile of docs/deploying.md is that of new projects', () => {
  const template = templates.get('app')
  assert.ok(template)
  const { Dockerfile } = newProject(template, { name: 'x', manager: managerOf('npm/11.0.0') })
  const [, shown] = /```dockerfile\n([\s\S]*?)```/.exec(pageText('docs/deploying.md')) ?? []
  assert.is(shown, Dockerfile)
})

test('the pages about new projects name each template', () => {
  for (const page of ['docs/command.md', 'packages/create/README.md']) {
    const text = pageText(page)
    for (const name of templates.keys()) assert.match(text, `\`${name}\``, `${page}: ${name}`)
  }
})

test.run()
