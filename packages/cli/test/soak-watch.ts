// A long and random watch: `npm run soak:watch -- [seconds] [seed]`. Ends with exit code 1 when an output was wrong.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dto, inProject, type Project, runCli } from './run-cli.ts'
import { saves, saveTwice, startWatch } from './watch-process.ts'

const seconds = Number(process.argv[2] ?? 300)
let seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
console.log(`${seconds} s, seed ${seed}`)

const names = ['a', 'b', 'c', 'd', 'e']
const folders = ['src', 'src/x', 'src/x/y', 'src/z']
const end = performance.now() + seconds * 1000
const counts = { pairs: 0, changes: 0, checks: 0 }

// Errors send a run to the real library: the smallest one, as all of this is to be quick.
const tsconfig = '{"compilerOptions":{"lib":["es5"]}}'

await inProject({ 'src/a.ts': dto('A'), 'tsconfig.json': tsconfig }, async (project) => {
  const watch = await startWatch(project.path, ['--clean', 'src'])
  try {
    while (performance.now() < end) {
      await savePairs(project)
      await changeAnything(project)
    }
  } catch (error) {
    console.error(watch.output().split('\n').slice(-20).join('\n'))
    throw error
  } finally {
    console.log(`${counts.pairs} pairs of saves, ${counts.changes} other changes, ${counts.checks} checks`)
    console.log(`exit code ${await watch.stop()}`)
  }
})

async function savePairs(project: Project): Promise<void> {
  for (let i = 0; i < 10; i++) {
    const save = random(2) === 0 ? saves.plain : saves.atomic
    const mark = counts.pairs++
    await saveTwice(project, save, [dto(`First${mark}`), dto(`Last${mark}`)], random(101))
  }
}

/** Many changes without a pause; then everything must be up to date soon. */
async function changeAnything(project: Project): Promise<void> {
  for (let i = random(20); i >= 0; i--) {
    changeOne(project)
    counts.changes++
    if (random(3) === 0) await sleep(random(40))
  }
  project.write({ 'src/a.ts': dto(`A${counts.changes}`) })
  const patience = performance.now() + 30_000
  // Sources may have errors; what counts is that no output is other than it should be.
  while (/CTX300[5-8]/.test((await runCli(project.path, ['--check', '--json', 'src'])).stdout)) {
    if (performance.now() > patience) {
      const { stdout, stderr } = await runCli(project.path, ['--check', 'src'])
      throw new Error(`after ${counts.changes} changes:\n${stdout}${stderr}`)
    }
    await sleep(20)
  }
  counts.checks++
}

function changeOne(project: Project): void {
  const at = (name: string): string => join(project.path, name)
  const file = `${pick(folders)}/${pick(names)}.ts`
  const other = pick(names)
  const imported = random(2) === 0 ? '' : `import type { T } from './${other}.js'\n`
  const text = `${imported}export type T = ${pick(['string', 'number', 'boolean'])}\n${dto(`D${random(1000)}`)}`
  const folder = pick(folders.slice(1))
  const kinds = [
    () => project.write({ [file]: text }),
    () => project.write({ [file]: text.replace('v: string', `v: ${imported === '' ? 'boolean' : 'T'}`) }),
    () => {
      mkdirSync(at(folder), { recursive: true })
      saves.atomic(at(`${folder}/${other}.ts`), text)
    },
    () => rmSync(at(file), { force: true }),
    () => removeFolder(at(folder)),
    () => {
      const moved = `src/w${counts.changes}`
      mkdirSync(at(folder), { recursive: true })
      renameSync(at(folder), at(moved))
      if (random(2) === 0) renameSync(at(moved), at(folder))
    },
  ]
  kinds[random(kinds.length)]?.()
}

/** An output may be written into it while it is being removed. */
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

function pick(list: readonly string[]): string {
  return list[random(list.length)] ?? ''
}

function random(below: number): number {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return Math.floor((seed / 2147483648) * below)
}
