import type { PackageManager } from './package-manager.ts'

/** The file of GitHub's workflow. */
export const workflowFile = '.github/workflows/ci.yml'

/** Checks and tests each change on a line of Node with long support. */
export function nodeWorkflow(manager: PackageManager): string {
  const { setUp } = manager
  return workflow(manager, [
    'uses: actions/setup-node@v6\n        with:\n          node-version: 24',
    ...(setUp === undefined ? [] : [`run: ${setUp}`]),
  ])
}

/** The same for a project of Bun. */
export function bunWorkflow(manager: PackageManager): string {
  return workflow(manager, ['uses: oven-sh/setup-bun@v2'])
}

function workflow({ frozen, run }: PackageManager, setUp: readonly string[]): string {
  const steps = [
    'uses: actions/checkout@v6',
    ...setUp,
    ...[frozen, `${run} check`, `${run} test`].map((line) => `run: ${line}`),
  ]
  return `name: CI
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
${steps.map((step) => `      - ${step}\n`).join('')}`
}
