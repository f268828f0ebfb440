import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const ctxgen = fileURLToPath(new URL('../../packages/cli/bin/ctxgen.js', import.meta.url))

/** The source of a typical DTO with ten fields. */
export function dtoSource(name) {
  return `import type { int } from '@ctxgen/runtime'

/** @json */
export interface ${name} {
  id: int
  title: string
  author: string
  summary?: string
  state: 'draft' | 'published' | 'archived'
  pinned: boolean
  /** @default 0 */ likes: int
  score: number
  tags: string[]
  createdAt: Date
}
`
}

/**
 * Writes DTOs and other sources into a folder, and has ctxgen write their binders. All stay TypeScript, except for a
 * `.mjs` beside each binder.
 */
export async function makeDtos(folder, count, others = {}) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < count; i++) writeFileSync(`${folder}/article-${i}.ts`, dtoSource(`Article${i}Dto`))
  for (const [name, source] of Object.entries(others)) writeFileSync(`${folder}/${name}`, source)
  const { status, stderr } = spawnSync(process.execPath, [ctxgen, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ctxgen failed: ${stderr}`)
  const generated = readdirSync(folder).filter((name) => name.endsWith('.bind.ts'))
  for (const name of generated) {
    const { code } = await transform(readFileSync(`${folder}/${name}`, 'utf8'), { loader: 'ts' })
    writeFileSync(`${folder}/${name.replace(/ts$/, 'mjs')}`, code)
  }
  return generated.map((name) => name.replace(/ts$/, 'mjs'))
}
