import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import type { ChainStep } from './chain-step.ts'

/** Unreadable code of an operation, unless an `@answer` declares its effect. */
export interface UnreadPart {
  readonly diagnostic: Diagnostic
  /** The step whose code it is; `undefined` in the app's error handler. */
  readonly step: ChainStep | undefined
}

/** The unread code of one operation. */
export class UnreadCode {
  readonly all: UnreadPart[] = []
  /** The step that is being read. */
  step: ChainStep | undefined

  add(diagnostic: Diagnostic): void {
    this.all.push({ diagnostic, step: this.step })
  }
}

/** Reports of unread code, each once with the routes that run it. */
export class UnreadReports {
  readonly #all = new Map<string, { readonly diagnostic: Diagnostic; readonly routes: Set<string> }>()

  add(diagnostic: Diagnostic, route: string): void {
    const key = JSON.stringify([diagnostic.code, diagnostic.message, diagnostic.span])
    const known = this.#all.get(key) ?? { diagnostic, routes: new Set() }
    this.#all.set(key, known)
    known.routes.add(route)
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#all.values()].map(({ diagnostic, routes }) => {
      const [first = ''] = routes
      const others = routes.size === 1 ? '' : ` and ${routes.size - 1} more`
      return { ...diagnostic, message: `${diagnostic.message} (${first}${others})` }
    })
  }
}
