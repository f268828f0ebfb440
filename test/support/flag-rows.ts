/** Flags of the compiler that decide whether a generated file compiles. The others of `strict` need no row: it is on or off. */
const flags = [
  'noImplicitAny',
  'noImplicitThis',
  'strictBindCallApply',
  'strictBuiltinIteratorReturn',
  'strictFunctionTypes',
  'strictPropertyInitialization',
  'useUnknownInCatchVariables',
  'exactOptionalPropertyTypes',
  'noUncheckedIndexedAccess',
  'noPropertyAccessFromIndexSignature',
  'noImplicitOverride',
  'noImplicitReturns',
  'noFallthroughCasesInSwitch',
  'noUnusedLocals',
  'noUnusedParameters',
  'verbatimModuleSyntax',
  'isolatedModules',
  'isolatedDeclarations',
  'erasableSyntaxOnly',
] as const

export type FlagRow = Readonly<Record<string, boolean>>

/** `strictNullChecks` with no other flag. */
export const loosest: FlagRow = row(() => false)

/**
 * Eight rows in which any two flags have each of their four combinations. In the first row all are on. Of the other seven
 * each flag is on in four, no two flags in the same four.
 */
export function pairwiseRows(): readonly FlagRow[] {
  const fours = subsets(7, 4)
  const others = Array.from({ length: 7 }, (_, i) => row((flag) => fours[flag]?.includes(i) ?? false))
  return [row(() => true), ...others]
}

function row(isOn: (flag: number) => boolean): FlagRow {
  const own = Object.fromEntries(flags.map((flag, i) => [flag, isOn(i)]))
  return { strict: false, strictNullChecks: true, ...own }
}

/** The subsets of `0 … of - 1` with that many numbers. */
function subsets(of: number, size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]]
  return Array.from({ length: of }, (_, last) => last).flatMap((last) =>
    subsets(last, size - 1).map((smaller) => [...smaller, last]),
  )
}
