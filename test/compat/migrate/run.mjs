#!/usr/bin/env node
// `npm run test:migrate`: schemas of published packages, migrated, and compared with their interfaces value by value.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const loader = join(root, 'test/loader/register.mjs')
const args = ['--import', loader, join(root, 'test/compat/migrate/cli.ts'), ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
