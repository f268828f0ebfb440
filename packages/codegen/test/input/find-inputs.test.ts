import { mkdirSync, symlinkSync } from 'node:fs'
import { relative } from 'node:path'
import { globSync } from 'tinyglobby'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findInputs } from '../../src/input/find-inputs.ts'
import { isSourceName } from '../../src/input/output-path.ts'
import { UsageError } from '../../src/input/usage-error.ts'
import { inTempFolder, type TempFolder } from '../support/temp-folder.ts'

/** `source -> output` of every file found, relative to the folder. */
function found(folder: TempFolder, inputs: readonly string[], outDir?: string): readonly string[] {
  const { files } = findInputs({ inputs, cwd: folder.path, ...(outDir === undefined ? {} : { outDir }) })
  const name = (path: string): string => relative(folder.path, path)
  return files.map(({ sourcePath, outputPath }) => `${name(sourcePath)} -> ${name(outputPath)}`)
}

test('a folder stands for the sources below it', () =>
  inTempFolder((folder) => {
    folder.write({
      'dto/b.ts': '',
      'dto/a.dto.ts': '',
      'dto/sub/c.mts': '',
      'dto/sub/d.cts': '',
      'dto/e.d.ts': '',
      'dto/e.d.mts': '',
      'dto/style.d.css.ts': '',
      'dto/b.bind.ts': '',
      'dto/readme.md': '',
      'dto/view.tsx': '',
      'dto/.hidden/f.ts': '',
      'dto/node_modules/g/g.ts': '',
    })
    assert.equal(found(folder, ['dto']), [
      'dto/a.dto.ts -> dto/a.dto.bind.ts',
      'dto/b.ts -> dto/b.bind.ts',
      'dto/sub/c.mts -> dto/sub/c.bind.mts',
      'dto/sub/d.cts -> dto/sub/d.bind.mts',
    ])
  }))

test('an output folder mirrors the folder, the file or the start of the glob', () =>
  inTempFolder((folder) => {
    folder.write({ 'src/dto/sub/a.ts': '' })
    assert.equal(found(folder, ['src'], 'gen'), ['src/dto/sub/a.ts -> gen/dto/sub/a.bind.ts'])
    assert.equal(found(folder, ['src/dto/sub/a.ts'], 'gen'), ['src/dto/sub/a.ts -> gen/a.bind.ts'])
    assert.equal(found(folder, ['src/dto/**/*.ts'], 'gen'), ['src/dto/sub/a.ts -> gen/sub/a.bind.ts'])
    assert.equal(found(folder, ['src/*/sub/*.ts'], 'gen'), ['src/dto/sub/a.ts -> gen/dto/sub/a.bind.ts'])
  }))

test('a file named in several ways counts once, in any order', () =>
  inTempFolder((folder) => {
    folder.write({ 'src/dto/a.ts': '', 'src/b.ts': '' })
    symlinkSync('dto', folder.at('src/link'))
    const inputs = ['src/dto/a.ts', 'src', './src/dto', 'src/**/*.ts', folder.at('src/dto/a.ts'), 'src/link']
    const expected = ['src/b.ts -> gen/b.bind.ts', 'src/dto/a.ts -> gen/dto/a.bind.ts']
    assert.equal(found(folder, inputs, 'gen'), expected)
    assert.equal(found(folder, inputs.toReversed(), 'gen'), expected)
  }))

test('globs: braces across folders, parents, absolute paths, folders, and names that look like one', () =>
  inTempFolder((folder) => {
    folder.write({ 'a/b/x.ts': '', 'c/x.ts': '', 'app/[id]/(group)/x.ts': '', 'work/.keep': '' })
    assert.equal(found(folder, ['{a/b,c}/*.ts']), ['a/b/x.ts -> a/b/x.bind.ts', 'c/x.ts -> c/x.bind.ts'])
    assert.equal(found(folder, [folder.at('c/*.ts')]), ['c/x.ts -> c/x.bind.ts'])
    assert.equal(found(folder, ['a/[b]']), ['a/b/x.ts -> a/b/x.bind.ts'])
    assert.equal(found(folder, ['app/[id]']), ['app/[id]/(group)/x.ts -> app/[id]/(group)/x.bind.ts'])
    const fromBelow = findInputs({ inputs: ['../c/**/*.ts'], cwd: folder.at('work') })
    assert.equal(
      fromBelow.files.map((file) => file.sourcePath),
      [folder.at('c/x.ts')],
    )
  }))

test('links below a folder are not followed, so that a loop ends; a named link is', () =>
  inTempFolder((folder) => {
    folder.write({ 'dto/a.ts': '', 'other/o.ts': '' })
    symlinkSync('.', folder.at('dto/loop'))
    symlinkSync('../other', folder.at('dto/away'))
    assert.equal(found(folder, ['dto']), ['dto/a.ts -> dto/a.bind.ts'])
    assert.equal(found(folder, ['.']), ['dto/a.ts -> dto/a.bind.ts', 'other/o.ts -> other/o.bind.ts'])
    assert.equal(found(folder, ['dto/away']), ['dto/away/o.ts -> dto/away/o.bind.ts'])
  }))

test('a folder equals the glob of all its sources', () =>
  inTempFolder((folder) => {
    const names = ['a.ts', '.a.ts', '.ts', 'b.d.ts', 'c.mts', '[d].cts', 'é.ts', 'f.TS', 'g.tsx', 'a.bind.ts']
    const folders = ['', 'sub/', 'sub/.dot/', 'node_modules/p/', 'sub/node_modules/', 'x(y)/!z/', 'a.ts.d/']
    folder.write(Object.fromEntries(folders.flatMap((at) => names.map((name) => [`dto/${at}${name}`, '']))))
    mkdirSync(folder.at('dto/folder.ts'))
    symlinkSync('a.ts', folder.at('dto/link.ts'))
    symlinkSync('nowhere', folder.at('dto/broken.ts'))
    for (const root of ['dto', 'dto/sub/.dot', 'dto/node_modules', 'dto/x(y)']) {
      const byGlob = globSync('**/*.{ts,mts,cts}', {
        cwd: folder.at(root),
        followSymbolicLinks: false,
        ignore: '**/node_modules/**',
      })
      const expected = byGlob.filter((name) => isSourceName(name)).map((name) => `${root}/${name}`)
      const listed = findInputs({ inputs: [root], cwd: folder.path }).files
      assert.equal(listed.map(({ sourcePath }) => relative(folder.path, sourcePath)).sort(), expected.sort())
      assert.ok(expected.length > 0)
    }
  }))

test('an empty folder is fine, a wrong path is not', () =>
  inTempFolder((folder) => {
    mkdirSync(folder.at('empty'))
    folder.write({ 'notes.txt': '', 'a.d.ts': '' })
    assert.equal(found(folder, ['empty', 'notes.txt', 'a.d.ts', 'empty/*.ts']), [])
    const wrong = (input: string): string => {
      try {
        found(folder, [input])
      } catch (error) {
        assert.instance(error, UsageError)
        return error instanceof Error ? error.message : ''
      }
      return 'found'
    }
    assert.is(wrong('src/nope'), 'src/nope does not exist.')
    assert.is(wrong('notes.txt/a.ts'), 'notes.txt/a.ts does not exist.')
    assert.is(wrong('nope/*.ts'), 'nope/*.ts matches nothing: its folder does not exist.')
    assert.is(wrong(''), 'An input is empty.')
    assert.match(wrong('!empty/*.ts'), 'exclusion')
  }))

test.run()
