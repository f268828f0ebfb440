import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('node_modules', import.meta.url))

/** A package manager and the project settings it needs. */
export interface Manager {
  readonly name: string
  /** Its executable, and its arguments to install and to run a package's command. */
  readonly command: readonly string[]
  readonly install: readonly string[]
  readonly exec: readonly string[]
  /** The member of the root package.json that overrides versions. */
  readonly overrides: 'overrides' | 'resolutions' | 'pnpm'
  /** The version by which packages of the workspace depend on each other. */
  readonly sibling: '*' | 'workspace:*'
  readonly files?: Readonly<Record<string, string>>
}

const node = process.execPath
const berryScript = join(modules, '@yarnpkg/cli-dist/bin/yarn.js')
const pnpmWorkspace = { 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' }

const pnpm = {
  command: [node, join(modules, 'pnpm/bin/pnpm.cjs')],
  install: ['install', '--ignore-scripts', '--prefer-offline'],
  exec: ['exec'],
  overrides: 'pnpm',
  sibling: 'workspace:*',
} as const

export const managers: readonly Manager[] = [
  {
    name: 'npm',
    command: ['npm'],
    install: ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'],
    exec: ['exec', '--no', '--'],
    overrides: 'overrides',
    sibling: '*',
  },
  { ...pnpm, name: 'pnpm', files: pnpmWorkspace },
  {
    ...pnpm,
    name: 'pnpm, nothing hoisted',
    files: { ...pnpmWorkspace, '.npmrc': 'hoist=false\nstrict-peer-dependencies=true\n' },
  },
  {
    name: 'Yarn 1',
    command: [node, join(modules, 'yarn/bin/yarn.js'), '-s'],
    install: ['install', '--ignore-scripts', '--non-interactive'],
    exec: [],
    overrides: 'resolutions',
    sibling: '*',
  },
  berry('node-modules'),
  berry('pnpm'),
  berry('pnp'),
  {
    name: 'Bun',
    command: [join(modules, '.bin/bun')],
    install: ['install', '--ignore-scripts'],
    exec: ['x'],
    overrides: 'overrides',
    sibling: 'workspace:*',
  },
]

/** Yarn 2 or newer, with one of its linkers. */
function berry(linker: string): Manager {
  return {
    name: `Yarn, ${linker}`,
    command: [node, berryScript],
    install: ['install', '--no-immutable'],
    exec: [],
    overrides: 'resolutions',
    sibling: 'workspace:*',
    files: {
      // Makes the folder a project, whatever its parents contain.
      'yarn.lock': '',
      '.yarnrc.yml': [
        `nodeLinker: ${linker}`,
        'enableTelemetry: false',
        'enableScripts: false',
        // A repacked tarball must not come from a cache, and hard links cannot cross disks.
        'enableGlobalCache: false',
        'globalFolder: .yarn/global',
        '',
      ].join('\n'),
    },
  }
}
