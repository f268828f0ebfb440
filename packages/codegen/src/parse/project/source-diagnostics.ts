import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { type Diagnostic, diagnose, diagnoseAt } from '../../diagnostics/diagnose.ts'
import { displayPath } from '../../diagnostics/display-path.ts'
import type { Disk } from '../../disk/recorded-disk.ts'
import { spanOf } from './spans.ts'

/** A source and how it is compiled. */
interface CompiledSource {
  readonly file: ts.SourceFile
  readonly path: string
  readonly cwd: string
  /** The path of the tsconfig above the source. */
  readonly tsconfig: string | undefined
  /** Of that tsconfig. */
  readonly options: ts.CompilerOptions
  readonly disk: Disk
}

/** The bytes that the decoder has replaced, in a file of another encoding. */
export function diagnoseEncoding({ file, path, cwd }: CompiledSource): Diagnostic | undefined {
  const at = file.text.indexOf('\uFFFD')
  if (at === -1) return undefined
  const bytes = readFileSync(path)
  const isUtf16 = /^(fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'))
  if (isUtf16 || isUtf8(bytes)) return undefined
  return diagnose(catalog.sourceNotUtf8, spanOf(file, at, at + 1), displayPath(cwd, path))
}

/** Reasons why the generated file of a source cannot be compiled or loaded. */
export function diagnoseSurroundings(source: CompiledSource): readonly Diagnostic[] {
  const { path, cwd } = source
  const odd = /[#?%]/.exec(basename(path))?.[0]
  return [
    ...(odd === undefined ? [] : [diagnoseAt(path, catalog.sourceNameInURL, displayPath(cwd, path), odd)]),
    ...diagnoseCommonJs(source),
    ...diagnoseLaxNulls(source),
  ]
}

/** Without the option no type includes `null`, and generated files distinguish types by it. */
function diagnoseLaxNulls({ path, tsconfig, options, cwd }: CompiledSource): readonly Diagnostic[] {
  const { strict, strictNullChecks = strict } = options
  if (strictNullChecks !== false || tsconfig === undefined) return []
  const shown = displayPath(cwd, tsconfig)
  return [{ ...diagnoseAt(tsconfig, catalog.laxNulls, shown), sources: [path] }]
}

function diagnoseCommonJs({ path, options, disk, cwd }: CompiledSource): readonly Diagnostic[] {
  const { module = ts.ModuleKind.ESNext, verbatimModuleSyntax = false } = options
  const isOfNode = module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext
  if (!isOfNode || !path.endsWith('.ts')) return []
  // Only node20 and nodenext let CommonJS require the runtime, which is an ES module.
  const isOld = module < ts.ModuleKind.Node20
  if (!isOld && !verbatimModuleSyntax) return []
  const format = ts.getImpliedNodeFormatForFile(path, undefined, disk, options)
  if (format !== ts.ModuleKind.CommonJS) return []
  const manifest = ts.findConfigFile(dirname(path), (name) => disk.fileExists(name), 'package.json')
  const reason = isOld ? `module ${ts.ModuleKind[module].toLowerCase()}` : 'verbatimModuleSyntax'
  const shown = manifest === undefined ? undefined : displayPath(cwd, manifest)
  return [{ ...diagnoseAt(manifest ?? path, catalog.sourceIsCommonJs, shown, reason), sources: [path] }]
}
