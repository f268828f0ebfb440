import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../micro/statistics.mjs'
import { dto, outputOf, sourceOf } from './make-project.mjs'

const patience = 120_000

/** Saves the sources of a watched project one by one, and waits for each output. Returns milliseconds. */
export async function measureWatch(project, ctxgen, saves) {
  const child = spawn(process.execPath, [ctxgen, '--watch', 'src/dto'], { cwd: project.path })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  try {
    await until(() => said.includes('watching'))
    const times = []
    for (let save = 0; save < saves; save++) {
      await sleep(300)
      times.push(await timeSave(project, (save * 37) % project.files, `Save${save}`))
    }
    return { median: median(times), worst: Math.max(...times) }
  } finally {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
}

async function timeSave(project, index, note) {
  const start = performance.now()
  writeFileSync(sourceOf(project.path, index), dto(index, note))
  await until(() => readIfThere(outputOf(project.path, index)).includes(`${note} a client sends`))
  return performance.now() - start
}

async function until(isSo) {
  const end = performance.now() + patience
  while (!isSo()) {
    if (performance.now() > end) throw new Error('The watch did not answer.')
    await sleep(1)
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
