import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { create } from './create.ts'

/* `create-ctxgen`, bundled into the one file of that package. */

const { env, stdin, stdout, stderr } = process
const isAsking = stdin.isTTY === true && stdout.isTTY === true && !isSet(env['CI'])

process.exitCode = await create(process.argv.slice(2), {
  cwd: process.cwd(),
  env,
  stdout: (text) => stdout.write(text),
  stderr: (text) => stderr.write(text),
  ...(isAsking ? { ask } : {}),
  run,
})

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text !== 'false' && text !== '0'
}

/** Ends the process at Ctrl-C and at the end of the input, before anything is written. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout })
  const abandoned = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new Error('cancelled')))
    lines.once('close', () => reject(new Error('cancelled')))
  })
  try {
    return (await Promise.race([lines.question(question), abandoned])).trim()
  } finally {
    lines.close()
  }
}

function run([command = '', ...args]: readonly string[], cwd: string): Promise<number> {
  return new Promise((resolve) => {
    // On Windows package managers are scripts. No argument is a text of the user.
    const child = spawn(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
    child.once('error', () => resolve(-1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
