import type { NamedShape, Shape, ValuePlan } from '../plan/client-plan.ts'
import { type ShapeNames, shapesBelow, shapesIn } from '../plan/plan-names.ts'
import type { FileDraft } from './file-draft.ts'
import type { ClientNames } from './name-table.ts'

/** The files of types and codecs: the one that uses them, or the main file for those of several. */
export class Homes {
  readonly #types: ReadonlyMap<string, FileDraft>
  readonly #codecs: ReadonlyMap<string, FileDraft>
  /** Codecs that another file uses. */
  readonly #shared = new Set<string>()

  /**
   * @param files those of operations, the main one first
   * @param extras files that use them
   */
  constructor(names: ClientNames, files: readonly FileDraft[], extras: readonly FileDraft[]) {
    this.#types = homesOf(names.types, files, ({ types }) => types)
    this.#codecs = homesOf(names.codecs, files, ({ codecs }) => codecs)
    const share = (user: FileDraft | undefined, name: string): void => {
      if (user !== this.#codecs.get(name)) this.#shared.add(name)
    }
    for (const file of [...files, ...extras]) for (const name of file.codecs) share(file, name)
    for (const { name, shape } of names.codecs.all)
      for (const one of directIn(shape)) share(this.#codecs.get(name), names.codecs.of(one))
  }

  ofType(name: string): FileDraft | undefined {
    return this.#types.get(name)
  }

  ofCodec(name: string): FileDraft {
    const file = this.#codecs.get(name)
    if (file === undefined) throw new Error(`no file has ${name}`)
    return file
  }

  /** Whether another file uses a codec. */
  isShared(name: string): boolean {
    return this.#shared.has(name)
  }
}

function homesOf(
  names: ShapeNames,
  files: readonly FileDraft[],
  usedBy: (file: FileDraft) => ReadonlySet<string>,
): ReadonlyMap<string, FileDraft> {
  const [main] = files
  const users = new Map<string, Set<FileDraft>>()
  const shapes = new Map(names.all.map(({ name, shape }: NamedShape) => [name, shape]))
  for (const file of files) {
    const roots = [...usedBy(file)].flatMap((name): ValuePlan[] => {
      const shape = shapes.get(name)
      return shape === undefined ? [] : [{ kind: 'shape', shape }]
    })
    for (const shape of shapesBelow(roots)) {
      const name = names.of(shape)
      users.set(name, (users.get(name) ?? new Set()).add(file))
    }
  }
  return new Map(
    names.all.flatMap(({ name }) => {
      const [only, ...others] = users.get(name) ?? []
      const home = others.length === 0 ? (only ?? main) : main
      return home === undefined ? [] : [[name, home] as const]
    }),
  )
}

/** The shapes that a codec names itself. */
function directIn({ members, rest, alias }: Shape): readonly Shape[] {
  const found: Shape[] = []
  const values = [...members.map(({ value }) => value), rest, alias]
  for (const value of values) if (value !== undefined) shapesIn(value, (shape) => found.push(shape))
  return found
}
