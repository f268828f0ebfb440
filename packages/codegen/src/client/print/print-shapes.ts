import type { Shape } from '../plan/client-plan.ts'
import type { FileDraft } from './file-draft.ts'
import { memberComment, membersText, shapeCodec } from './print-values.ts'

/** The members of an interface with their comments. */
export function printMembers(shape: Shape, draft: FileDraft, isInput = false): void {
  const { out } = draft
  for (const [i, text] of membersText(shape, draft, isInput).entries()) {
    const member = shape.members[i]
    const comment = member && memberComment(member)
    if (comment !== undefined) out.line(comment)
    out.line(text)
  }
}

/** `const carShape: Codec = lazy(() => object([…]))`. */
export function printShapeCodec(
  name: string,
  shape: Shape,
  { codecOf, use, out }: FileDraft,
  isExported = false,
): void {
  const [open, members, close] = shapeCodec(shape, codecOf, use)
  const start = `${isExported ? 'export ' : ''}const ${name}: ${use('Codec')} = /* @__PURE__ */ ${use('lazy')}(() =>`
  const oneLine = `${start} ${open}${members.join(', ')}${close})`
  if (out.fits(oneLine)) {
    out.line(oneLine)
    return
  }
  out.line(start)
  out.indented(() => {
    if (members.length === 0) out.line(`${open}${close},`)
    else out.block(open, () => out.lines(members.map((one) => `${one},`)), `${close},`)
  })
  out.line(')')
}
