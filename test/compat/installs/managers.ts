import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('node_modules', import.meta.url))

/** A package manager, and what a project has to say to it. */
export interface Manager {
  readonly name: string
  /** How it is started, and what it is told to install and to run a command of a package. */
  readonly command: readonly string[]
  readonly install: readonly string[]
  readonly exec: readonly string[]
  /** The member of the root's package.json that decides versions for everybody. */
  readonly overrides: 'overrides' | 'resolutions' | 'pnpm'
  /** How packages of the workspace ask for each other. */
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

/** Yarn since 2, with one of its ways to lay packages out. */
function berry(linker: string): Manager {
  return {
    name: `Yarn, ${linker}`,
    command: [node, berryScript],
    install: ['install', '--no-immutable'],
    exec: [],
    overrides: 'resolutions',
    sibling: 'workspace:*',
    files: {
      // Makes the folder a project, whatever is above it.
      'yarn.lock': '',
      '.yarnrc.yml': [
        `nodeLinker: ${linker}`,
        'enableTelemetry: false',
        'enableScripts: false',
        // A tarball that was packed again must not come from a cache, and links cannot lead to another disk.
        'enableGlobalCache: false',
        'globalFolder: .yarn/global',
        '',
      ].join('\n'),
    },
  }
}
