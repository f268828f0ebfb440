import { test } from 'uvu'
import { describePlugin } from '../plugin/scenarios.ts'
import { rspackBundler } from './webpack-bundler.ts'

describePlugin(rspackBundler)

test.run()
