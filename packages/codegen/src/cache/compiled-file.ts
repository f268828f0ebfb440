import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { sweepTemporaryFiles } from '../write/temporary-file.ts'
import { writeAtomically } from '../write/write-atomically.ts'
import { findCacheFolder } from './cache-place.ts'
import { FilesDigest } from './files-digest.ts'
import { removeOldest } from './store-manifest.ts'

/** A loaded CommonJS file. */
export interface CompiledFile {
  readonly exports: unknown
  /**
   * Caches the compiled code for the next run, unless it is cached already. The first run only creates the cache folder.
   * @throws the file system's error.
   */
  keep(): void
}

/** Cached versions, one for each version of Node and of the file; each takes 2 MB. */
const mostKept = 3

/**
 * Requires a large file with V8's compiled code from an earlier run, which halves the load time of the compiler. Node does
 * so itself from 22.1 on (`enableCompileCache`).
 *
 * @param partsOf Drops the parts of the file that this process does not need; other `require` calls get the whole file, and
 * so does this one if loading the parts fails.
 */
export function requireCompiled(path: string, partsOf: (source: Buffer) => readonly Buffer[]): CompiledFile {
  const require = createRequire(path)
  const isLoaded = require.cache[path] !== undefined
  if (!isLoaded && isOldNode()) {
    try {
      return compileFile(path, wrapped(partsOf(readFileSync(path))))
    } catch {
      // Loading the whole file reports the actual error.
    }
  }
  return { exports: require(path), keep: () => {} }
}

function compileFile(path: string, source: Buffer): CompiledFile {
  const place = placeOf(path)
  const known = place === undefined ? undefined : readCode(place, source)
  const script = new Script(source.toString(), {
    filename: path,
    ...(known === undefined ? {} : { cachedData: known }),
  })
  // V8 rejects the code of another Node version.
  const isKept = known !== undefined && script.cachedDataRejected !== true
  return {
    exports: evaluate(script, path),
    keep() {
      if (isKept || place === undefined) return
      // Caching costs a tenth of a run, wasted in a checkout that sees one run, as in CI.
      const isFirst = mkdirSync(dirname(place), { recursive: true }) !== undefined
      if (!isFirst) writeCode(place, source, script.createCachedData())
    },
  }
}

/** Like `Module.wrap`, without its extra copy of the source. */
function wrapped(parts: readonly Buffer[]): Buffer {
  const [head = '', tail = ''] = Module.wrap('\0').split('\0')
  return Buffer.concat([Buffer.from(head), ...parts, Buffer.from(tail)])
}

function evaluate(script: Script, path: string): unknown {
  const module = { exports: {} }
  const require = createRequire(path)
  script.runInThisContext().call(module.exports, module.exports, require, module, path, dirname(path))
  return module.exports
}

function isOldNode(): boolean {
  return Number.parseInt(process.versions.node, 10) < 22
}

/** In the cache folder of the project at the working directory. */
function placeOf(path: string): string | undefined {
  const name = `${basename(path)}-${process.version}-${process.arch}.code`
  try {
    const found = findCacheFolder(process.cwd(), 'ctxgen-compiler')
    return found === undefined ? undefined : join(found.folder, name)
  } catch {
    // The working directory does not exist.
    return undefined
  }
}

const keySize = 16
const digestSize = 32

/**
 * File format: key, digest of source and code, code. V8 itself compares only the length of the source, and runs damaged
 * code unchecked.
 */
function readCode(place: string, source: Uint8Array): Buffer | undefined {
  try {
    const content = readFileSync(place)
    const key = content.subarray(0, keySize)
    const digest = content.subarray(keySize, keySize + digestSize)
    const code = content.subarray(keySize + digestSize)
    return digestOf(key, source, code).equals(digest) ? code : undefined
  } catch {
    return undefined
  }
}

function writeCode(place: string, source: Uint8Array, code: Uint8Array): void {
  const folder = dirname(place)
  sweepTemporaryFiles(folder)
  const key = randomBytes(keySize)
  writeAtomically(place, Buffer.concat([key, digestOf(key, source, code), code]))
  removeOldest(folder, mostKept)
}

function digestOf(key: Buffer, source: Uint8Array, code: Uint8Array): Buffer {
  const digest = new FilesDigest(key.toString('hex'))
  digest.add(source)
  digest.add(code)
  return Buffer.from(digest.end(), 'hex')
}
