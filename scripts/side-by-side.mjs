// Runs scripts of package.json at the same time: `node scripts/side-by-side.mjs types lint`. Each one's output is
// printed when it ends; the exit code is 1 if one fails.
import { spawn } from 'node:child_process'

const failed = await Promise.all(process.argv.slice(2).map(fails))
if (failed.includes(true)) process.exitCode = 1

function fails(script) {
  // The compiler ends before collecting its garbage pays off.
  const env = { GOGC: '800', ...process.env }
  // One string, since npm is a batch file on Windows.
  const child = spawn(`npm run ${script}`, { env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(output)
      resolve(code !== 0)
    })
  })
}
