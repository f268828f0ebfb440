import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { EditorProject } from '../../src/editor/editor-project.ts'
import { generate } from '../../src/run/generate.ts'
import { inTempFolder } from '../support/temp-folder.ts'

test('textOf is the text that a run would write, of the unsaved source', () =>
  inTempFolder(async (folder) => {
    folder.write({ 'dto.ts': '' })
    const source = `${folder.path}/dto.ts`
    const text = '/** @query */\nexport interface Search {\n  page: string\n}\n'
    const project = new EditorProject({ inputs: ['dto.ts'], cwd: folder.path })
    assert.is(project.textOf(source), undefined)
    project.setText(source, text)
    project.update([source])
    const unsaved = project.textOf(source)
    folder.write({ 'dto.ts': text })
    await generate({ inputs: ['dto.ts'], cwd: folder.path })
    assert.is(unsaved, readFileSync(`${folder.path}/dto.bind.ts`, 'utf8'))
    project.setText(source, text.replace('@query', '@qurey @query'))
    project.update([source])
    assert.is(project.textOf(source), undefined)
  }))

test.run()
