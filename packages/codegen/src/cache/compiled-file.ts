import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { sweepTemporaryFiles } from '../write/temporary-file.ts'
import { writeAtomically } from '../write/write-atomically.ts'
import { findCacheFolder } from './cache-place.ts'
import { FilesDigest } from './files-digest.ts'
import { removeOldest } from './remove-oldest.ts'

/** A CommonJS file that was loaded. */
export interface CompiledFile {
  readonly exports: unknown
  /**
   * Writes down what was compiled of it so far, for the next run; nothing when an earlier one did, nor the first time, of
   * which it leaves an empty folder. @throws the file system's error.
   */
  keep(): void
}

/** Those of so many versions of node and of the file; each takes 2 MB. */
const mostKept = 3

/**
 * Requires a large file with the code that an earlier run compiled of it: for the compiler that is half of the time it takes
 * to load. From 22.1 on node does so itself (`enableCompileCache`).
 *
 * @param partsOf Leaves out what nobody here needs. Whoever requires the file as well has a whole one of his own, and so has
 * this when it cannot do without.
 */
export function requireCompiled(path: string, partsOf: (source: Buffer) => readonly Buffer[]): CompiledFile {
  const require = createRequire(path)
  const isLoaded = require.cache[path] !== undefined
  if (!isLoaded && isOldNode()) {
    try {
      return compileFile(path, wrapped(partsOf(readFileSync(path))))
    } catch {
      // What it is that ails shows when the whole is loaded.
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
  // What another node has compiled is rejected.
  const isKept = known !== undefined && script.cachedDataRejected !== true
  return {
    exports: evaluate(script, path),
    keep() {
      if (isKept || place === undefined) return
      // A checkout that sees one run, as in CI, would pay a tenth more for nobody.
      const isFirst = mkdirSync(dirname(place), { recursive: true }) !== undefined
      if (!isFirst) writeCode(place, source, script.createCachedData())
    },
  }
}

/** As `Module.wrap` does, which would have V8 copy the whole once more. */
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

/** In the project that the process works for, as all that is remembered. */
function placeOf(path: string): string | undefined {
  const name = `${basename(path)}-${process.version}-${process.arch}.code`
  try {
    const found = findCacheFolder(process.cwd(), 'ctxgen-compiler')
    return found === undefined ? undefined : join(found.folder, name)
  } catch {
    // The working directory is gone.
    return undefined
  }
}

const keySize = 16
const digestSize = 32

/**
 * A key, a digest of the source and the code, the code: V8 itself compares no more than the length of the source, and runs
 * whatever a disk made of the code.
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
