import { test } from 'uvu'
import { describePlugin } from '../plugin/scenarios.ts'
import { webpackBundler } from './webpack-bundler.ts'

describePlugin(webpackBundler)

test.run()
