import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A project of `count` sources in src/dto, with tsconfig, .git and node_modules as in a real one. Each source has three
 * interfaces with twenty properties, and imports a shared file and, except for each tenth, the previous source.
 */
export function makeProject(count) {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-bench-')))
  for (const folder of ['.git', 'node_modules', 'src/dto']) mkdirSync(join(path, folder), { recursive: true })
  writeFileSync(join(path, 'package.json'), '{ "name": "bench", "type": "module" }\n')
  writeFileSync(join(path, 'tsconfig.json'), tsconfig)
  writeFileSync(join(path, 'src/dto/_shared.ts'), shared)
  for (let index = 0; index < count; index++) writeFileSync(sourceOf(path, index), dto(index))
  return path
}

export function sourceOf(project, index) {
  return join(project, `src/dto/user_${index}.ts`)
}

export function outputOf(project, index) {
  return join(project, `src/dto/user_${index}.bind.ts`)
}

const tsconfig = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "strict": true,
    "skipLibCheck": true
  },
  "include": ["src"]
}
`

const shared = `/** What every list gives. */
export interface Page<T> {
  items: T[]
  total: number
  nextCursor?: string
}

export interface Address {
  street: string
  city: string
  zip: string
  country: 'DE' | 'FR' | 'US'
}

export type Status = 'active' | 'blocked' | 'deleted'
`

/** `note` is in a comment that reaches the output, so that another note changes the output. */
export function dto(index, note = 'What') {
  const before = index - 1
  const hasBefore = index % 10 !== 0
  return `import type { Address, Page, Status } from './_shared.js'
${hasBefore ? `import type { CreateUser${before} } from './user_${before}.js'\n` : ''}
/** ${note} a client sends to make a user. @json */
export interface CreateUser${index} {
  /** The name that others see. */
  displayName: string
  /** Where mail goes. @validate required,email */
  email: string
  age?: number
  status: Status
  tags: string[]
  addresses: Address[]
  isAdmin: boolean
  meta: Record<string, string>
  /** @default 3 */
  retries: number${hasBefore ? `\n  invitedBy?: Pick<CreateUser${before}, 'displayName' | 'email'>` : ''}
}

/** A search for users. @query */
export interface ListUsers${index} {
  /** Counted from one. @default 1 */
  page: number
  /** @query page_size @default 20 */
  pageSize: number
  /** @query q */
  search?: string
  sort?: 'name' | 'age' | 'created'
  status?: Status[]
  /** @header X-Request-Id */
  requestId?: string
  /** @uri tenant */
  tenant: string
}

/** One user. @json */
export interface User${index} extends Partial<CreateUser${index}> {
  /** @validate min=1 */
  id: number
  createdAt: string
  friends: Page<{ id: number; name: string }>
  loginCount: number
}
`
}
