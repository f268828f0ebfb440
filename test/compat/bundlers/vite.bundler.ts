import { test } from 'uvu'
import { describePlugin } from '../plugin/scenarios.ts'
import { viteBundler } from './vite-bundler.ts'

describePlugin(viteBundler)

test.run()
