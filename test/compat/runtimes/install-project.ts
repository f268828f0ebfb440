import { execFile } from 'node:child_process'
import { cpSync, realpathSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { places } from '../../conformance/places.ts'
import { packPackage } from '../pack-package.ts'

const template = fileURLToPath(new URL('project', import.meta.url))

/** Copies the project into a temporary folder and installs the packed packages there, as a user does. */
export async function installProject(): Promise<string> {
  const project = realpathSync(await mkdtemp(join(tmpdir(), 'ctxgen-runtimes-')))
  cpSync(template, project, { recursive: true })
  const packed = await Promise.all(
    ['runtime', 'codegen', 'cli', 'middleware'].map((folder) => packPackage(folder, project)),
  )
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries(packed.map(({ name, tarball }) => [name, tarball])),
      'cbor-x': await versionOf('cbor-x'),
      '@opentelemetry/api': await versionOf('@opentelemetry/api'),
    },
    devDependencies: { '@types/node': await versionOf('@types/node') },
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await promisify(execFile)('npm', ['install', ...quiet], { cwd: project })
  return project
}

async function versionOf(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(places.nodeModules, name, 'package.json'), 'utf8'))
  return String(version)
}
