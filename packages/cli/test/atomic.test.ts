import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dto, inProject, type Project, runCli } from './support/run-cli.ts'

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url))
const env = { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' }

/** Whether the text is a complete ctxgen output. */
function isWhole(text: string): boolean {
  const [, body = '', digest] = /^([\s\S]*)\/\/ ctxgen:([0-9a-f]{16})\n$/.exec(text) ?? []
  return createHash('sha256').update(body).digest('hex').slice(0, 16) === digest
}

function temporaryFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('.ctxgen-'),
  )
}

/** An interface with a long output. */
function longDto(name: string, fields = 400): string {
  const lines = Array.from({ length: fields }, (_, index) => `  aFieldOfSomeLength${index}?: string\n`)
  return `/** @query */\nexport interface ${name} {\n${lines.join('')}}\n`
}

test('killed at any moment, each output is the old or the new one, and the next run cleans up', () =>
  inProject({}, async (project) => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
    const write = (version: number): void =>
      project.write(Object.fromEntries(names.map((name) => [`src/${name}.ts`, longDto(`V${version}`, 40)])))
    write(0)
    await runCli(project.path, ['src'])
    let last = 0
    for (const version of [1, 2, 3, 4]) {
      write(version)
      const isNew = (name: string): boolean => project.read(`src/${name}.bind.ts`).includes(`V${version} `)
      const child = spawn(process.execPath, [...process.execArgv, bin, 'src'], { cwd: project.path, env })
      const ended = once(child, 'exit')
      while (child.exitCode === null && !isNew('n0')) await sleep(1)
      if (version > 1) await sleep(version)
      child.kill('SIGKILL')
      await ended
      const texts = names.map((name) => project.read(`src/${name}.bind.ts`))
      assert.ok(texts.every(isWhole))
      assert.ok(texts.every((text) => text.includes(`V${version} `) || text.includes(`V${last} `)))
      writeFileSync(join(project.path, `src/.ctxgen-${child.pid}-0123abcd.tmp`), 'half')
      await runCli(project.path, ['src'])
      assert.equal(temporaryFiles(project.path), [])
      last = version
    }
  }))

test('the temporary file of a running process stays', () =>
  inProject({ 'src/a.ts': dto('A') }, async (project) => {
    project.write({ [`src/.ctxgen-${process.ppid}-0123abcd.tmp`]: 'half' })
    await runCli(project.path, ['src'])
    assert.is(temporaryFiles(project.path).length, 1)
  }))

/**
 * A new version of every source on a disk that refuses it: the old outputs stay whole, each with an error,
 * and nothing remains.
 */
function expectRefused(
  project: Project,
  result: { readonly status: number | null; readonly stderr: string },
  reason: RegExp,
): void {
  assert.is(result.status, 1)
  assert.match(
    result.stderr,
    new RegExp(`CTX3004: src/big\\.bind\\.ts could not be written: ${reason.source}`),
  )
  const text = project.read('src/big.bind.ts')
  assert.ok(isWhole(text))
  assert.match(text, 'type Old ')
  assert.equal(temporaryFiles(project.path), [])
}

test('a write that fails half-way leaves the old output', () =>
  inProject({ 'src/big.ts': longDto('Old', 30), 'src/small.ts': dto('Old') }, async (project) => {
    if (process.platform === 'win32') return
    await runCli(project.path, ['src'])
    project.write({ 'src/big.ts': longDto('New'), 'src/small.ts': dto('New') })
    // Blocks of 512 or 1024 bytes: past the small output, within the big one.
    const command = `ulimit -f 24; exec "$0" "$@"`
    const result = spawnSync('sh', ['-c', command, process.execPath, ...process.execArgv, bin, 'src'], {
      cwd: project.path,
      env,
      encoding: 'utf8',
    })
    expectRefused(project, result, /the file is too large \(EFBIG\)/)
    assert.match(project.read('src/small.bind.ts'), 'type New ')
  }))

/** Runs a test on its own file system if the system allows the mount; otherwise skips it aloud. */
async function onDisk(
  options: string,
  test: (project: Project, remount: (options: string) => void) => unknown,
): Promise<void> {
  await inProject({ 'disk/.keep': '' }, async (project) => {
    const path = join(project.path, 'disk')
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path])
    if (mounted.status !== 0) return console.log('(not run: mounting a file system needs more rights)')
    const at = (name: string): string => join(path, name)
    const disk: Project = {
      path,
      write: (files) =>
        project.write(
          Object.fromEntries(Object.entries(files).map(([name, text]) => [`disk/${name}`, text])),
        ),
      read: (name) => project.read(`disk/${name}`),
      remove: (name) => project.remove(`disk/${name}`),
    }
    try {
      mkdirSync(at('.git'))
      await test(disk, (changed) => spawnSync('mount', ['-o', `remount,${changed}`, path]))
    } finally {
      spawnSync('umount', [path])
    }
  })
}

function runOn(disk: Project): ReturnType<typeof spawnSync> & { readonly stderr: string } {
  const args = [...process.execArgv, bin, 'src']
  return spawnSync(process.execPath, args, { cwd: disk.path, env, encoding: 'utf8' })
}

test('on a full disk the old outputs stay', () =>
  onDisk('size=512k', async (disk) => {
    disk.write({ 'src/big.ts': longDto('Old', 30) })
    await runCli(disk.path, ['src'])
    disk.write({ 'src/big.ts': longDto('New', 600) })
    const free = 400 * 1024
    disk.write({ filler: 'x'.repeat(free) })
    expectRefused(disk, runOn(disk), /no space left on the disk \(ENOSPC\)/)
    disk.remove('filler')
    assert.is(runOn(disk).status, 0)
    assert.match(disk.read('src/big.bind.ts'), 'type New ')
  }))

test('on a read-only disk the old outputs stay', () =>
  onDisk('size=4m', async (disk, remount) => {
    disk.write({ 'src/big.ts': longDto('Old', 30) })
    await runCli(disk.path, ['src'])
    disk.write({ 'src/big.ts': longDto('New') })
    remount('ro')
    expectRefused(disk, runOn(disk), /the file system is read-only \(EROFS\)/)
    remount('rw')
  }))

test('in a folder that may not be written to the old outputs stay', () =>
  inProject({ 'src/big.ts': longDto('Old', 30) }, async (project) => {
    // The system's administrator may write anywhere.
    if (process.getuid === undefined || process.getuid() === 0) return
    await runCli(project.path, ['src'])
    project.write({ 'src/big.ts': longDto('New') })
    const folder = join(project.path, 'src')
    const { mode } = statSync(folder)
    chmodSync(folder, 0o555)
    try {
      const result = await runCli(project.path, ['src'])
      expectRefused(project, { status: result.code, stderr: result.stderr }, /permission denied \(EACCES\)/)
    } finally {
      chmodSync(folder, mode)
    }
  }))

test.run()
