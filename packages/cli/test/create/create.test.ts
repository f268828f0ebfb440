import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { create } from '../../src/create/create.ts'
import type { CreateHost } from '../../src/create/create-host.ts'
import { templates } from '../../src/init/templates/templates.ts'

interface Trial {
  readonly argv?: readonly string[]
  readonly env?: CreateHost['env']
  /** Answers to the questions, in their order. Undefined: nobody can answer. */
  readonly answers?: readonly string[]
  /** Exit codes of the commands. Default: 0 for all. */
  readonly codes?: readonly number[]
}

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly asked: readonly string[]
  readonly commands: readonly string[]
}

async function run(cwd: string, { argv = [], env = {}, answers, codes = [] }: Trial): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  const asked: string[] = []
  const commands: string[] = []
  const code = await create(argv, {
    cwd,
    env,
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
    ...(answers === undefined
      ? {}
      : {
          ask: async (question) => {
            asked.push(question)
            const answer = answers[asked.length - 1]
            if (answer === undefined) throw new Error(`nobody answers ${question}`)
            return answer
          },
        }),
    run: async (command, folder) => {
      commands.push(`${folder.slice(cwd.length)} ${command.join(' ')}`.trim())
      return codes[commands.length - 1] ?? 0
    },
  })
  return { code, stdout, stderr, asked, commands }
}

async function inFolder(attempt: (folder: string) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-ctxgen-')))
  try {
    await attempt(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const manifestOf = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

test('asks three questions on a terminal, with defaults', () =>
  inFolder(async (folder) => {
    const { code, asked, commands, stdout } = await run(folder, { answers: ['', '', ''] })
    assert.is(code, 0)
    assert.is(asked.length, 3)
    for (const name of templates.keys()) assert.match(asked[1] ?? '', name)
    assert.equal(commands, ['/my-api npm install', '/my-api npm run generate'])
    assert.is(manifestOf(join(folder, 'my-api'))['name'], 'my-api')
    assert.match(
      stdout,
      '  cd my-api\n  npm run dev\n  curl "localhost:3000/hello/Ann?times=2" "localhost:3000/hello/Ann?times=x"\n',
    )
    assert.match(stdout, 'http://localhost:3000/docs')
  }))

test('asks again after an answer that cannot be', () =>
  inFolder(async (folder) => {
    const answers = ['My Api', 'svc', 'koa', '4', 'perhaps', 'n']
    const { code, asked, stdout, commands } = await run(folder, { answers })
    assert.is(code, 0)
    assert.is(asked.length, answers.length)
    assert.match(stdout, '"My Api" cannot be the name of a package; my-api can.\n')
    assert.match(stdout, 'there is no template koa; the templates are app, express,')
    assert.ok('hono' in Object(manifestOf(join(folder, 'svc'))['dependencies']))
    assert.equal(commands, [])
    assert.match(stdout, '  cd svc\n  npm install\n  npm run generate\n  npm run dev\n')
  }))

test('prompts for nothing that arguments have, and for nothing without a terminal', async () => {
  await inFolder(async (folder) => {
    const argv = ['apps/svc', '--template', 'fastify', '--no-install']
    const { code, asked, stdout } = await run(folder, { argv, answers: [] })
    assert.equal([code, asked], [0, []])
    assert.match(stdout, '  npm install\n  npm run generate\n  npm run dev\n')
    assert.ok('fastify' in Object(manifestOf(join(folder, 'apps/svc'))['dependencies']))
  })
  await inFolder(async (folder) => {
    const { code, commands } = await run(folder, { argv: ['svc'] })
    assert.equal([code, commands], [0, ['/svc npm install', '/svc npm run generate']])
    assert.ok('@ctxgen/middleware' in Object(manifestOf(join(folder, 'svc'))['dependencies']))
  })
  await inFolder(async (folder) => {
    const { code, stderr } = await run(folder, {})
    assert.is(code, 2)
    assert.match(stderr, 'name the folder of the project')
    assert.equal(readdirSync(folder), [])
  })
})

test('an option that npm takes for its own counts', async () => {
  for (const [argv, npm_config_template] of [
    [['svc'], 'express'],
    [['svc', 'express'], 'true'],
  ] as const) {
    await inFolder(async (folder) => {
      const { code } = await run(folder, { argv, env: { npm_config_template } })
      assert.is(code, 0)
      assert.ok('express' in Object(manifestOf(join(folder, 'svc'))['dependencies']))
    })
  }
})

test('refuses what cannot be, and writes nothing', () =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'full'))
    writeFileSync(join(folder, 'full/mine.txt'), 'mine')
    writeFileSync(join(folder, 'file'), 'mine')
    const refused: readonly (readonly [argv: readonly string[], why: string])[] = [
      [['full'], 'full is not empty (it has mine.txt): choose a new folder, or run npx ctxgen init in it'],
      [['file'], 'file is a file'],
      [['.hidden'], '".hidden" cannot be the name of a package; hidden can'],
      [['node_modules'], '"node_modules" cannot be the name of a package'],
      [['a'.repeat(215)], 'cannot be the name of a package'],
      [['svc', '--template', 'koa'], 'there is no template koa'],
      [['svc', '--template', 'constructor'], 'there is no template constructor'],
      [['svc', 'express'], 'unexpected argument express'],
      [['svc', '--tempalte', 'app'], "'--tempalte'"],
      [['express', '--template', 'express'], 'a project that depends on express cannot have that name'],
    ]
    for (const [argv, why] of refused) {
      const { code, stderr, commands } = await run(folder, { argv })
      assert.is(code, 2)
      assert.match(stderr, why)
      assert.equal(commands, [])
    }
    assert.equal(readdirSync(folder).sort(), ['file', 'full'])
    assert.equal(readdirSync(join(folder, 'full')), ['mine.txt'])
    assert.is((await run(folder, { argv: ['--help'] })).code, 0)
  }))

test('takes an empty folder, a new repository, and reports when it leaves the working folder', () =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'work/repository/.git'), { recursive: true })
    mkdirSync(join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'work/linked'))
    const cwd = join(folder, 'work')
    for (const name of ['.', '../outside', 'linked/inner']) {
      const from = name === '.' ? join(cwd, 'repository') : cwd
      const { code, stdout } = await run(from, { argv: [name, '--no-install'] })
      assert.is(code, 0)
      assert.is(stdout.includes('is outside the working folder.\n'), name !== '.')
    }
    assert.ok(readdirSync(join(folder, 'elsewhere/inner')).includes('package.json'))
    assert.is(manifestOf(join(cwd, 'repository'))['name'], 'repository')
  }))

test('installs and speaks with the package manager that runs it', async () => {
  const agents: readonly (readonly [agent: string, commands: readonly string[], lockFile: string])[] = [
    ['npm/11.6.0 node/v24.0.0', ['npm install', 'npm run generate'], 'package-lock.json'],
    ['pnpm/12.21.0 npm/? node/v24.0.0', ['pnpm install', 'pnpm run generate'], 'pnpm-lock.yaml'],
    ['yarn/1.22.22 npm/? node/v24.0.0', ['yarn install', 'yarn run generate'], 'yarn.lock'],
    ['yarn/4.18.1 npm/? node/v24.0.0', ['yarn install --no-immutable', 'yarn run generate'], 'yarn.lock'],
    ['bun/1.4.5 npm/? node/v24.0.0', ['bun install', 'bun run generate'], 'bun.lock'],
    ['other/1.0.0', ['npm install', 'npm run generate'], 'package-lock.json'],
  ]
  for (const [agent, expected, lockFile] of agents) {
    await inFolder(async (folder) => {
      const env = { npm_config_user_agent: agent }
      const { commands, stdout } = await run(folder, { argv: ['svc'], env })
      assert.equal(
        commands,
        expected.map((command) => `/svc ${command}`),
      )
      const [manager = ''] = expected[0]?.split(' ') ?? []
      assert.match(stdout, `\n  ${manager} run dev\n`)
      assert.match(readFileSync(join(folder, 'svc/Dockerfile'), 'utf8'), `COPY package.json ${lockFile}`)
    })
  }
})

test('the template bun needs Bun under each package manager', () =>
  inFolder(async (folder) => {
    const argv = ['svc', '--template', 'bun']
    const missing = await run(folder, { argv, codes: [-1] })
    assert.equal([missing.code, missing.commands], [1, ['bun --version']])
    assert.match(missing.stderr, 'the template needs bun, which does not start')
    assert.equal(readdirSync(folder), [])
    const { code, commands } = await run(folder, { argv })
    assert.equal([code, commands], [0, ['bun --version', '/svc bun install', '/svc bun run generate']])
  }))

test('an installation that fails is an error with the commands to repeat', () =>
  inFolder(async (folder) => {
    const { code, stderr, stdout } = await run(folder, { argv: ['svc'], codes: [7] })
    assert.is(code, 1)
    assert.match(
      stderr,
      'error: npm install failed. The files are in svc; repeat it there when its cause is gone:\n',
    )
    assert.match(stderr, '  npm install\n  npm run generate\n')
    assert.not.match(stdout, 'npm run dev')
    assert.ok(readdirSync(join(folder, 'svc')).includes('package.json'))
  }))

test.run()
