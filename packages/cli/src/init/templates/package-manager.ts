/** A package manager: how a project installs with it and runs its scripts. */
export interface PackageManager {
  readonly name: string
  /** Arguments that install all dependencies of a new project. */
  readonly install: readonly string[]
  /** Adds dependencies. */
  readonly add: string
  /** Runs a script. */
  readonly run: string
  readonly lockFile: string
  /** Installs the versions of the lock file alone. */
  readonly frozen: string
  /** The same without devDependencies. */
  readonly production: string
  /** Puts the manager on a machine that has Node. */
  readonly setUp?: string
  /** Members of package.json, and files, that make its projects complete. Both decline install scripts of dependencies. */
  readonly members: (scripted: readonly string[]) => object
  readonly files: (scripted: readonly string[]) => Readonly<Record<string, string>>
}

const npm: PackageManager = {
  name: 'npm',
  install: ['install'],
  add: 'npm i',
  run: 'npm run',
  lockFile: 'package-lock.json',
  frozen: 'npm ci',
  production: 'npm ci --omit=dev',
  // Without a decision each installation prints a warning.
  members: (scripted) =>
    scripted.length === 0 ? {} : { allowScripts: Object.fromEntries(scripted.map((name) => [name, false])) },
  files: () => ({}),
}

function pnpm(version: string): PackageManager {
  return {
    name: 'pnpm',
    members: () => ({}),
    install: ['install'],
    add: 'pnpm add',
    run: 'pnpm run',
    lockFile: 'pnpm-lock.yaml',
    frozen: 'pnpm install --frozen-lockfile',
    production: 'pnpm install --frozen-lockfile --prod',
    setUp: `npm install --global pnpm@${version}`,
    // From pnpm 10 on, undecided install scripts are a warning, and then an error. Before, the file must list packages.
    files: (scripted) =>
      scripted.length === 0 || /^\d\./.test(version)
        ? {}
        : {
            'pnpm-workspace.yaml': `allowBuilds:\n${scripted.map((name) => `  '${name}': false\n`).join('')}`,
          },
  }
}

function yarn(version: string): PackageManager {
  const common = {
    name: 'yarn',
    add: 'yarn add',
    run: 'yarn run',
    lockFile: 'yarn.lock',
  }
  if (version.startsWith('1.')) {
    return {
      ...common,
      members: () => ({}),
      install: ['install'],
      frozen: 'yarn install --frozen-lockfile',
      production: 'yarn install --frozen-lockfile --production',
      setUp: `npm install --global --force yarn@${version}`,
      files: () => ({}),
    }
  }
  return {
    ...common,
    // corepack reads it.
    members: () => ({ packageManager: `yarn@${version}` }),
    // In CI it would refuse to write the first lock file.
    install: ['install', '--no-immutable'],
    frozen: 'yarn install --immutable',
    production: 'yarn workspaces focus --production',
    setUp: 'corepack enable',
    // An empty lock file makes the folder a project of its own, whatever is above it.
    files: () => ({ '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' }),
  }
}

function bun(version: string): PackageManager {
  return {
    name: 'bun',
    members: () => ({}),
    install: ['install'],
    add: 'bun add',
    run: 'bun run',
    lockFile: 'bun.lock',
    frozen: 'bun install --frozen-lockfile',
    production: 'bun install --frozen-lockfile --production',
    setUp: `npm install --global bun@${version}`,
    files: () => ({}),
  }
}

const managers: Readonly<Record<string, (version: string) => PackageManager>> = {
  pnpm,
  yarn,
  bun,
  npm: () => npm,
}

/** The manager that runs this process, by `npm_config_user_agent`; npm if none does. */
export function managerOf(userAgent: string | undefined): PackageManager {
  const [, name = '', version = ''] = /^(pnpm|yarn|bun)\/(\d+\.\d+\.\d+)/.exec(userAgent ?? '') ?? []
  return managers[name]?.(version) ?? npm
}
