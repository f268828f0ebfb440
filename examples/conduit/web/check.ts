import type { Messages } from './errors.js'

interface Checked {
  readonly issues?: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] | undefined
}

/** The issues of a check of `{ user: … }` by the name of the field. */
export function messagesOfIssues({ issues = [] }: Checked): Messages {
  const messages = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const name = path.slice(1).map(String).join('.')
    messages.set(name, [...(messages.get(name) ?? []), message])
  }
  return messages
}
