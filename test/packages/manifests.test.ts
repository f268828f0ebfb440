import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rangesOf } from '../../packages/cli/src/init/templates/versions.ts'
import { packPackage } from '../compat/pack-package.ts'
import { root } from '../support/fixture-folders.ts'
import { packages } from './source-imports.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly keywords: readonly string[]
  readonly homepage: string
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string }
  readonly publishConfig: { readonly access: string }
  readonly scripts?: Readonly<Record<string, string>>
  readonly license: string
  readonly engines: { readonly node: string }
  readonly main: string
  readonly types: string
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> }
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

/** An entry of package-lock.json. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly hasInstallScript?: boolean
  /** The folder of a workspace package. */
  readonly resolved?: string
  readonly link?: boolean
}

const { packages: locked }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

for (const name of packages.filter((name) => name !== 'core')) {
  const folder = join(root, 'packages', name)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

  test(`${name}: types come first in each export, and for resolution without exports too`, () => {
    const versions: Record<string, readonly string[]> = {}
    for (const [subpath, entry] of Object.entries(manifest.exports)) {
      if (typeof entry === 'string') continue
      assert.equal(Object.keys(entry), ['types', 'default'])
      assert.is(entry.types, entry.default.replace(/\.js$/, '.d.ts'))
      if (subpath === '.') assert.equal([manifest.types, manifest.main], [entry.types, entry.default])
      else versions[subpath.slice(2)] = [entry.types]
    }
    assert.equal(manifest.typesVersions['*'], versions)
  })
}

const whole: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const name of [...packages.filter((name) => name !== 'core'), 'create']) {
  const folder = join(root, 'packages', name)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

  // npm publishes with provenance only from the repository that a package names.
  test(`${name}: names the repository of the root, and is public`, () => {
    assert.equal(manifest.repository, { ...whole.repository, directory: `packages/${name}` })
    assert.ok(whole.repository.url.includes(manifest.homepage.replace(/#.*/, '')))
    assert.ok(manifest.keywords.length > 3)
    assert.equal(manifest.publishConfig, { access: 'public' })
  })

  test(`${name}: runs no script when it is installed`, () => {
    const atInstall = [
      'preinstall',
      'install',
      'postinstall',
      'prepublish',
      'preprepare',
      'prepare',
      'postprepare',
    ]
    assert.equal(
      Object.keys(manifest.scripts ?? {}).filter((script) => atInstall.includes(script)),
      [],
    )
  })

  test(`${name}: licence, version and Node versions match the root`, () => {
    assert.is(manifest.license, whole.license)
    assert.is(manifest.version, whole.version)
    assert.is(manifest.engines.node, whole.engines.node)
    const licence = (place: string): string => readFileSync(join(place, 'LICENSE'), 'utf8')
    assert.is(licence(folder), licence(root))
  })

  test(`${name}: new projects depend on its version`, () => {
    const range = `^${manifest.version}`
    if (name === 'create') assert.is(rangesOf('ctxgen').ctxgen, range)
    else if (name !== 'codegen') assert.is(rangesOf(manifest.name)[manifest.name], range)
  })
}

test('create: is one file without dependencies, which names no file of another package', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-manifests-')))
  try {
    const { paths } = await packPackage('create', folder)
    assert.equal([...paths].sort(), ['LICENSE', 'README.md', 'dist/create-ctxgen.js', 'package.json'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const manifest = JSON.parse(readFileSync(join(root, 'packages/create/package.json'), 'utf8'))
  assert.equal([manifest.dependencies, manifest.peerDependencies], [undefined, undefined])
  const code = readFileSync(join(root, 'packages/create/dist/create-ctxgen.js'), 'utf8')
  const imported = [...code.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, module = '']) => module)
  assert.ok(imported.length > 2)
  assert.equal(
    imported.filter((module) => !module.startsWith('node:')),
    [],
  )
  assert.not.match(code, /\brequire\(|sourceMappingURL/)
})

for (const name of packages.filter((name) => name !== 'core')) {
  test(`${name}: no dependency runs an install script`, () => {
    const installed = installedWith(`packages/${name}`)
    assert.ok(installed.size > 1)
    assert.equal(
      [...installed].filter((place) => locked[place]?.hasInstallScript === true),
      [],
    )
  })
}

test('an install script is found at any depth', () => {
  assert.ok([...installedWith('node_modules/tsx')].some((place) => locked[place]?.hasInstallScript === true))
})

/** The lock file's entries for a package and everything its installation brings. */
function installedWith(start: string): ReadonlySet<string> {
  const found = new Set([start])
  for (const place of found) {
    for (const name of neededBy(locked[place] ?? {})) {
      const needed = placeOf(name, place)
      if (needed !== undefined) found.add(needed)
    }
  }
  return found
}

function neededBy(entry: Locked): readonly string[] {
  const peers = Object.keys(entry.peerDependencies ?? {})
  return [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true),
  ]
}

/**
 * Node's resolution: the nearest `node_modules` on the way up. Binaries of other platforms may be missing.
 */
function placeOf(name: string, importer: string): string | undefined {
  for (let at = importer; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = join(at, 'node_modules', name).replaceAll('\\', '/')
    const entry = locked[place]
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? place) : place
    if (at === '') return undefined
  }
}

test.run()
