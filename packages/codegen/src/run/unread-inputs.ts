import { readFileSync } from 'node:fs'
import { catalog } from '../diagnostics/catalog.ts'
import { type Diagnostic, diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import type { FoundInputs } from '../input/find-inputs.ts'

const sourceTag =
  /\/\*\*(?:(?!\*\/)[\s\S])*?@(?:uri|query|header|respHeader|cookie|form|json|xml|msgpack|cbor|body|response)\b/

/** Input files with tags that are not read because of their names. */
export function diagnoseUnread({ unread }: FoundInputs, cwd: string): readonly Diagnostic[] {
  return unread
    .filter((path) => sourceTag.test(readFileSync(path, 'utf8')))
    .map((path) => diagnoseAt(path, catalog.sourceWithJsx, displayPath(cwd, path)))
}
