// Asks each library of docs/recipes the cases of the fixtures, and compares its answers with those of the binders; then
// checks the code of each page. `npm run test:frameworks` runs this.
import { type FixtureCase, fixtureCases, type Source } from './recipes/fixture-cases.ts'
import type { Check, Recipe } from './recipes/recipe.ts'

interface RecipeModule {
  readonly check: Check
  readonly recipes?: readonly Recipe[]
}

const names = [
  'astro',
  'connect',
  'hono',
  'hook-form',
  'lambda',
  'nest',
  'next',
  'orpc',
  'queue',
  'svelte',
  't3-env',
  'tanstack',
  'trpc',
]
const total = { passed: 0, failed: 0 }
const cases = new Map<Source, readonly FixtureCase[]>()
for (const source of ['query', 'form', 'json'] as const) cases.set(source, await fixtureCases(source))

for (const name of names.filter((one) => process.argv[2] === undefined || one === process.argv[2])) {
  await tell(`docs/recipes: ${name}`, async () => {
    const { check, recipes = [] }: RecipeModule = await import(`./recipes/${name}.ts`)
    for (const recipe of recipes) await compare(recipe)
    await check()
  })
}
console.log(`recipes: ${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function compare(recipe: Recipe): Promise<void> {
  const { name, source, differs = () => false } = recipe
  for (const one of cases.get(source) ?? []) {
    if (differs(one)) continue
    await tell(`${name}, ${one.name}`, async () => {
      const got = await recipe.answer(one)
      if (got !== one.expected) throw new Error(`\n  binder: ${one.expected}\n  library: ${got}`)
    })
  }
  await recipe.stop?.()
}

async function tell(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    total.passed++
  } catch (error) {
    total.failed++
    console.log(
      `${what}: ${error instanceof Error ? error.stack?.split('\n').slice(0, 9).join('\n') : error}`,
    )
  }
}
