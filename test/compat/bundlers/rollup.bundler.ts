import { test } from 'uvu'
import { describePlugin } from '../plugin/scenarios.ts'
import { rollupBundler } from './rollup-bundler.ts'

describePlugin(rollupBundler)

test.run()
