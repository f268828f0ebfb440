import type { NamedShape, Shape, ValuePlan } from './client-plan.ts'

/** Names of shapes: one for all whose text is equal, with those that they refer to. */
export class ShapeNames {
  readonly #names = new Map<Shape, string>()
  /** In order of first use, one of each. */
  readonly all: readonly NamedShape[]

  /**
   * @param shapes all of them, in order of first use
   * @param textOf equal for shapes that are one; a shape in it has the given name
   * @param wish the names to try, the best first
   * @param isTaken names of other things
   */
  constructor(
    shapes: readonly Shape[],
    textOf: (shape: Shape, nameOf: (shape: Shape) => string) => string,
    wish: (shape: Shape) => readonly string[],
    isTaken: (name: string) => boolean,
  ) {
    const classes = classesOf(shapes, textOf)
    const taken = new Set<string>()
    const named = new Map<string, string>()
    const all: NamedShape[] = []
    for (const shape of shapes) {
      const own = classes.get(shape) ?? ''
      let name = named.get(own)
      if (name === undefined) {
        name = freeName(wish(shape), (one) => taken.has(one) || isTaken(one))
        taken.add(name)
        named.set(own, name)
        all.push({ name, shape })
      }
      this.#names.set(shape, name)
    }
    this.all = all
  }

  of(shape: Shape): string {
    return this.#names.get(shape) ?? shape.name
  }
}

/** Shapes are alike if their texts are equal, and what they refer to is alike. */
function classesOf(
  shapes: readonly Shape[],
  textOf: (shape: Shape, nameOf: (shape: Shape) => string) => string,
): ReadonlyMap<Shape, string> {
  let classes = new Map(shapes.map((shape) => [shape, shape.name]))
  for (let count = 0; ; ) {
    const known = classes
    const texts = new Map(
      shapes.map((shape) => [shape, `${known.get(shape)} ${textOf(shape, (one) => known.get(one) ?? '')}`]),
    )
    const numbers = new Map([...new Set(texts.values())].map((text, i) => [text, String(i)]))
    classes = new Map([...texts].map(([shape, text]) => [shape, numbers.get(text) ?? '']))
    if (numbers.size === count) return classes
    count = numbers.size
  }
}

function freeName(wishes: readonly string[], isTaken: (name: string) => boolean): string {
  const free = wishes.find((name) => !isTaken(name))
  if (free !== undefined) return free
  const last = wishes.at(-1) ?? 'value'
  for (let n = 2; ; n++) if (!isTaken(`${last}${n}`)) return `${last}${n}`
}

/** The shapes below a value that need names, in order of use. */
export function shapesIn(value: ValuePlan, visit: (shape: Shape) => void): void {
  switch (value.kind) {
    case 'list':
    case 'record':
    case 'nullable':
    case 'wrapped':
      shapesIn(value.of, visit)
      break
    case 'tuple':
      for (const one of value.of) shapesIn(one, visit)
      if (value.rest !== undefined) shapesIn(value.rest, visit)
      break
    case 'either':
      for (const one of value.of) shapesIn(one, visit)
      break
    case 'union':
      for (const one of value.branches) shapesIn(one.value, visit)
      break
    case 'shape':
      visit(value.shape)
      break
    case 'leaf':
    case 'oneOf':
    case 'never':
      break
  }
}

/** Shapes below others, each once, those that others need first. */
export function shapesBelow(roots: readonly ValuePlan[]): readonly Shape[] {
  const found = new Set<Shape>()
  const done: Shape[] = []
  const visit = (shape: Shape): void => {
    if (found.has(shape)) return
    found.add(shape)
    for (const { value } of shape.members) shapesIn(value, visit)
    if (shape.rest !== undefined) shapesIn(shape.rest, visit)
    if (shape.alias !== undefined) shapesIn(shape.alias, visit)
    done.push(shape)
  }
  for (const one of roots) shapesIn(one, visit)
  return done
}
