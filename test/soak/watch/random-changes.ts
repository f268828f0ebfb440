import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { dto } from '../../../packages/cli/test/support/run-cli.ts'
import { saves, saveTwice } from '../../../packages/cli/test/support/watch-process.ts'
import type { TempProject } from '../../support/temp-project.ts'
import type { Random } from '../random.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const folders = ['src', 'src/x', 'src/x/y', 'src/z']

/** Actions of an editor and a user on watched sources. */
export class RandomChanges {
  readonly #project: TempProject
  readonly #random: Random
  pairs = 0
  others = 0

  constructor(project: TempProject, random: Random) {
    this.#project = project
    this.#random = random
  }

  /** Saves a file twice, and waits for the output of the second text. */
  async savePairs(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      const save = this.#random.below(2) === 0 ? saves.plain : saves.atomic
      const mark = this.pairs++
      const texts = [dto(`First${mark}`), dto(`Last${mark}`)] as const
      await saveTwice(this.#saved, save, texts, this.#random.below(101))
    }
  }

  /** An output may be missing for a moment, if its source was when the watcher last ran. */
  get #saved(): Parameters<typeof saveTwice>[0] {
    const { path, read } = this.#project
    const readIfThere = (name: string): string => {
      try {
        return read(name)
      } catch {
        return ''
      }
    }
    return { path, read: readIfThere }
  }

  /** Up to this many changes, mostly without a pause. */
  async changeMany(most: number): Promise<void> {
    for (let i = this.#random.below(most); i >= 0; i--) {
      this.#changeOne()
      this.others++
      if (this.#random.below(3) === 0) await sleep(this.#random.below(40))
    }
  }

  #changeOne(): void {
    const random = this.#random
    const { at, write } = this.#project
    const file = `${random.pick(folders)}/${random.pick(names)}.ts`
    const other = random.pick(names)
    const imported = random.below(2) === 0 ? '' : `import type { T } from './${other}.js'\n`
    const type = random.pick(['string', 'number', 'boolean'])
    const text = `${imported}export type T = ${type}\n${dto(`D${random.below(1000)}`)}`
    const folder = random.pick(folders.slice(1))
    const kinds = [
      () => write({ [file]: text }),
      () => write({ [file]: text.replace('v: string', `v: ${imported === '' ? 'boolean' : 'T'}`) }),
      () => {
        mkdirSync(at(folder), { recursive: true })
        saves.atomic(at(`${folder}/${other}.ts`), text)
      },
      () => rmSync(at(file), { force: true }),
      () => removeFolder(at(folder)),
      () => {
        const moved = `src/w${this.others}`
        mkdirSync(at(folder), { recursive: true })
        renameSync(at(folder), at(moved))
        if (random.below(2) === 0) renameSync(at(moved), at(folder))
      },
    ]
    kinds[random.below(kinds.length)]?.()
  }
}

/** An output may be written into the folder while it is being removed. */
function removeFolder(path: string): void {
  for (let tries = 0; ; tries++) {
    try {
      rmSync(path, { recursive: true, force: true })
      return
    } catch (error) {
      if (tries > 20) throw error
    }
  }
}
