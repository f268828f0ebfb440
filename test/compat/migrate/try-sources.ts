import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type MigratedFile, migrate } from '@ctxgen/codegen/migrate'
import { strictOptions } from '../foreign/sources.ts'
import { type Bundle, bundled } from './bundle.ts'
import { type BoundDto, type Compared, compareDto } from './compare-dto.ts'
import { Declared } from './declared.ts'
import { emptied, root } from './folders.ts'
import { type Loss, lossesOf } from './losses.ts'
import { originalOf, prepare } from './originals.ts'
import type { Sources } from './sources.ts'

/** The result of one DTO. */
export interface DtoResult {
  readonly name: string
  readonly file: string
  /** Its own losses, and those of the types that it names. */
  readonly losses: readonly Loss[]
  /** Why it is not compared. */
  readonly missing?: string
  /** The errors of ctxgen and of the compiler for the new file. */
  readonly errors: readonly string[]
  readonly compared?: Compared
}

export interface SourcesResult {
  readonly title: string
  readonly library: string
  readonly dtos: readonly DtoResult[]
  readonly losses: readonly Loss[]
}

export interface Options {
  readonly values: number
  readonly seed: number
  readonly zod: '3' | '4' | undefined
}

/** Migrates sources, generates, compiles, and compares each DTO with its schema. */
export async function trySources(sources: Sources, { values, seed, zod }: Options): Promise<SourcesResult> {
  const { title, library, folder, files, packages } = sources
  const home = emptied(`${title.replaceAll(/[^\w@-]+/g, '+').replace(/^\++/, '')}-${library}`)
  const out = join(home, 'dto')
  const made = migrate({
    library,
    inputs: files.map((path) => relative(folder, path)),
    cwd: folder,
    outDir: out,
  })
  for (const { path, text } of made.files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const errors = new Map<string, string[]>()
  const note = (path: string, text: string): void => {
    errors.set(path, [...(errors.get(path) ?? []), text])
  }
  const losses = [...lossesOf(made), ...generateRest(home, made.files, note)]
  compile(home, note)
  const closures = closuresOf(made.files)
  const line = zod ?? zodLineOf(folder)
  const originals = await bundled(
    made.files.filter(({ types }) => types.some(({ isDto }) => isDto)).map(({ sourcePath }) => sourcePath),
    join(home, 'originals'),
    line,
    packages,
  )
  const binders = made.files.map(binderOf).filter((path) => existsSync(path))
  const bound = await bundled(binders, join(home, 'binders'), line, packages)
  await prepare(library)
  const results: DtoResult[] = []
  for (const file of made.files) {
    const own = errors.get(file.path) ?? []
    const binder = await loaded(bound.get(binderOf(file)))
    const module = await loaded(originals.get(file.sourcePath))
    for (const { name, from } of file.types.filter(({ isDto }) => isDto)) {
      const { froms: reach, texts } = closures(file, name)
      const lost = losses.filter(
        ({ path, declaration, type }) =>
          reach.has(`${path} ${declaration}`) ||
          texts.some((text) => type !== undefined && text.includes(` ${type} `)),
      )
      const base = {
        name,
        file: relative(folder, file.sourcePath),
        losses: lost,
        errors: own.filter((text) => isOf(text, name, file)),
      }
      if (typeof module === 'string' || typeof binder === 'string') {
        results.push({
          ...base,
          missing: typeof binder === 'string' ? `not generated: ${binder}` : `not loaded: ${String(module)}`,
        })
        continue
      }
      const original = await originalOf(library, module[from])
      const dto = binder[name] as BoundDto | undefined
      if (original === undefined || dto?.['~standard'] === undefined) {
        results.push({
          ...base,
          missing: original === undefined ? 'no schema is exported' : 'no DTO is generated',
        })
        continue
      }
      const compared = await compareDto(library, dto, original, lost, new Declared(texts), values, seed)
      results.push({ ...base, compared })
    }
  }
  return { title, library, dtos: results, losses }
}

function binderOf({ path }: MigratedFile): string {
  return path.replace(/\.([mc]?)ts$/, '.bind.$1ts')
}

/** Without a name it is of the whole file. */
function isOf(text: string, name: string, { types }: MigratedFile): boolean {
  return !types.some((one) => one.name !== name && new RegExp(`\\b${one.name}\\b`).test(text))
}

interface JsonDiagnostic {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly file: string
  readonly line: number
}

type Note = (path: string, text: string) => void

/** Generates; a property that the generator refuses becomes unknown, so that the rest of its file is tried. */
function generateRest(home: string, files: readonly MigratedFile[], note: Note): readonly Loss[] {
  const losses: Loss[] = []
  for (let round = 0; ; round++) {
    const found = generate(home)
    const errors = found.filter(({ isError }) => isError)
    const left = errors.filter((one) => round === 5 || !widened(one, files, losses))
    if (left.length === errors.length) {
      for (const { path, text } of left) note(path, text)
      return [...losses, ...found.flatMap((one) => (one.isError ? [] : (lossOf(one, files) ?? [])))]
    }
  }
}

/** Replaces the type in a line of a new file, and notes it as a loss; `false` where it is no property. */
function widened(refusal: Refusal, files: readonly MigratedFile[], losses: Loss[]): boolean {
  const { path, line } = refusal
  const lines = readFileSync(path, 'utf8').split('\n')
  const [whole] = /^ {2}(?:'[^']*'|\w+)\??: (?!unknown$)/.exec(lines[line - 1] ?? '') ?? []
  const loss = lossOf(refusal, files)
  if (loss === undefined || whole === undefined) return false
  lines[line - 1] = `${whole}unknown`
  for (let at = line - 2; /^ {2}(?:\/\*\*| \*)/.test(lines[at] ?? ''); at--) lines[at] = ''
  writeFileSync(path, lines.join('\n'))
  losses.push(loss)
  return true
}

/** A refusal of the generator, or a warning of lost rules, as a loss; `undefined` where it is no property. */
function lossOf({ path, line, text, isError }: Refusal, files: readonly MigratedFile[]): Loss | undefined {
  const file = files.find((one) => one.path === path)
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, line)
  const [, key] = /^ {2}('[^']*'|\w+)\??: /.exec(lines.at(-1) ?? '') ?? []
  if (file === undefined || key === undefined) return undefined
  const name = lines.flatMap((one) => /^export (?:interface|type) (\w+)/.exec(one)?.[1] ?? []).at(-1)
  const what = isError ? `refused by the generator: ${text.replace(/^(\w+) .*?: /, '$1 ')}` : text
  const declaration = file.types.find((one) => one.name === name)?.from ?? ''
  return { what, line, path: file.sourcePath, declaration, property: key.replaceAll("'", ''), type: name }
}

interface Refusal {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly isError: boolean
}

function generate(home: string): readonly Refusal[] {
  const compilerOptions = {
    ...strictOptions,
    isolatedDeclarations: false,
    types: [],
    noEmit: true,
    experimentalDecorators: true,
    noUnusedLocals: false,
  }
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['dto'] }))
  const command = join(root, 'node_modules/.bin/ctxgen')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--json', '--no-cache', 'dto'], {
    cwd: home,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0 && status !== 1)
    throw new Error(`the generator ended with ${status}: ${stderr.slice(0, 500)}`)
  return stdout
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one) as JsonDiagnostic)
    .filter(({ code, severity }) => severity === 'error' || code === 'CTX4017')
    .map(({ code, severity, message, file, line }) => ({
      path: join(home, file),
      line,
      text: `${code} ${message}`,
      isError: severity === 'error',
    }))
}

function compile(home: string, note: Note): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', home, '--pretty', 'false'], {
    cwd: home,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  for (const line of stdout.split('\n')) {
    const [, path, rest] = /^(dto\/[^(]*)\((.*)$/.exec(line) ?? []
    // A package that the project has and this run does not.
    const isAbsent = /TS2307: Cannot find module '[^.]/.test(line)
    if (path !== undefined && !isAbsent)
      note(join(home, path.replace(/\.bind\.([mc]?ts)$/, '.$1')), `${path}(${rest}`)
  }
}

/** The parts of a DTO. */
interface Reach {
  /** Its schemas, as "path name". */
  readonly froms: ReadonlySet<string>
  /** Its declarations in the new files. */
  readonly texts: readonly string[]
}

interface Part {
  readonly text: string
  /** The types in it, as "path name". */
  readonly named: readonly string[]
  readonly from: string | undefined
}

function closuresOf(files: readonly MigratedFile[]): (file: MigratedFile, name: string) => Reach {
  const parts = new Map(files.flatMap(partsOf))
  return ({ path }, name) => {
    const seen = new Map<string, Part>()
    const visit = (at: string): void => {
      const part = parts.get(at)
      if (part === undefined || seen.has(at)) return
      seen.set(at, part)
      for (const next of part.named) visit(next)
    }
    visit(`${path} ${name}`)
    const all = [...seen.values()]
    return { froms: new Set(all.flatMap(({ from }) => from ?? [])), texts: all.map(({ text }) => text) }
  }
}

function partsOf({ path, sourcePath, types }: MigratedFile): readonly (readonly [string, Part])[] {
  const text = readFileSync(path, 'utf8')
  const imported = new Map(
    [...text.matchAll(/^import type \{ (.*) \} from '(.*)'$/gm)].flatMap(([, names = '', module = '']) =>
      names.split(', ').map((one) => {
        const [name = '', used = name] = one.split(' as ')
        return [used, `${join(dirname(path), module.replace(/\.([mc]?)js$/, '.$1ts'))} ${name}`] as const
      }),
    ),
  )
  const blocks = text.split(/^(?=\/\*\*|export )/m).reduce<string[]>((found, part) => {
    // A comment belongs to the declaration after it.
    const last = found.at(-1)
    if (last?.startsWith('/**') && !/^export /m.test(last)) found[found.length - 1] = last + part
    else found.push(part)
    return found
  }, [])
  return blocks.flatMap((block): readonly (readonly [string, Part])[] => {
    const name = /^export (?:interface|type) (\w+)/m.exec(block)?.[1]
    if (name === undefined) return []
    const words = new Set(block.match(/\w+/g) ?? [])
    const named = [...words]
      .filter((word) => word !== name)
      .map((word) => imported.get(word) ?? `${path} ${word}`)
    const from = types.find((one) => one.name === name)?.from
    return [[`${path} ${name}`, { text: block, named, from: from && `${sourcePath} ${from}` }]]
  })
}

async function loaded(one: Bundle | undefined): Promise<Record<string, unknown> | string> {
  if (one === undefined) return 'it has errors'
  if ('error' in one) return one.error
  try {
    return (await import(pathToFileURL(one.path).href)) as Record<string, unknown>
  } catch (error) {
    return String(error).slice(0, 300)
  }
}

/** The version of zod that the project around a folder names. */
function zodLineOf(folder: string): '3' | '4' {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'package.json')
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const [, version] = /"zod": "[^\d"]*(\d)/.exec(text) ?? []
    if (version !== undefined) return version === '3' ? '3' : '4'
    if (dirname(at) === at) return '4'
  }
}
