import { ts } from 'ts-morph'
import { commentsIn, lastJsDoc } from './find-comments.ts'
import { lexTags } from './lex-tags.ts'
import type { TagNames } from './tag-names.ts'

/** Cache: each source of a run asks. */
const ofPrograms = new WeakMap<ts.Program, ReadonlySet<ts.TypeAliasDeclaration>>()
/** Cache: most files of a program stay between the runs of a watch. */
const ofFiles = new WeakMap<ts.SourceFile, readonly ts.TypeAliasDeclaration[]>()

/** The aliases of a program with rule tags in their comments. */
export function ruledAliasesOf(program: ts.Program, names: TagNames): ReadonlySet<ts.TypeAliasDeclaration> {
  const found =
    ofPrograms.get(program) ?? new Set(program.getSourceFiles().flatMap((file) => ruledIn(file, names)))
  ofPrograms.set(program, found)
  return found
}

function ruledIn(file: ts.SourceFile, names: TagNames): readonly ts.TypeAliasDeclaration[] {
  const found = ofFiles.get(file) ?? aliasesIn(file.statements).filter((one) => hasRules(one, names))
  ofFiles.set(file, found)
  return found
}

function aliasesIn(statements: readonly ts.Statement[]): readonly ts.TypeAliasDeclaration[] {
  return statements.flatMap((one): readonly ts.TypeAliasDeclaration[] => {
    if (ts.isTypeAliasDeclaration(one)) return [one]
    const isBlock = ts.isModuleDeclaration(one) && one.body !== undefined && ts.isModuleBlock(one.body)
    return isBlock ? aliasesIn(one.body.statements) : []
  })
}

function hasRules(node: ts.TypeAliasDeclaration, names: TagNames): boolean {
  const file = node.getSourceFile()
  const start = node.getStart(file)
  // Most aliases have no tags at all.
  if (!file.text.slice(node.pos, start).includes('@')) return false
  const comment = lastJsDoc(commentsIn(file.text, node.pos, start))
  return (
    comment !== undefined &&
    lexTags(file.text.slice(0, comment.end), comment.start, names).tags.some(({ name, text }) =>
      names.isOfProperty(name, text),
    )
  )
}
