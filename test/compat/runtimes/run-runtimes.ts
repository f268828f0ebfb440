// Runs ctxgen in Bun, Deno and Cloudflare's workerd, and compares with Node: `npm run test:runtimes [name]…`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeWorkspace } from '../../conformance/workspace.ts'
import { bundleWorker } from './bundle-worker.ts'
import { bundleCases } from './case-bundle.ts'
import { type Host, node, otherHosts } from './hosts.ts'
import { installProject } from './install-project.ts'
import { type Outcomes, runCases, runCasesInWorkerd } from './run-cases.ts'
import { serverCalls } from './server-calls.ts'
import { clientAnswers, tryClient, tryClientInWorkerd } from './try-client.ts'
import { checkWith, generateWith } from './try-command.ts'
import { tryMiddleware, tryMiddlewareInWorkerd } from './try-middleware.ts'
import { type Answers, askListening, askOwnServer, askWorkerd, behaviours } from './try-servers.ts'
import { socketOutcomes, trySockets, trySocketsInWorkerd, workerOutcomes } from './try-sockets.ts'

const filters = process.argv.slice(2).map((name) => name.toLowerCase())
const isWanted = (name: string): boolean => filters.length === 0 || filters.includes(name.toLowerCase())
const hosts = otherHosts.filter(({ name }) => isWanted(name))
const withWorkerd = isWanted('workerd')
const total = { passed: 0, failed: 0 }
const noProxy = 'failed: Error: proxy: Cloudflare Workers have no sockets for it: pass requests on by fetch()'

const workspace = makeWorkspace()
const project = await installProject()
try {
  const generated = await generateWith(node, project)
  await tryCases()
  await tryServers()
  await tryEachMiddleware()
  await tryEachSocket()
  await tryClients()
  for (const host of hosts) await tryCommand(host, generated)
} finally {
  workspace.remove()
  rmSync(project, { recursive: true, force: true })
}
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)

async function tryCases(): Promise<void> {
  const bundle = await bundleCases(workspace)
  // Cases that hold on Node only over a socket are no failure of the others.
  for (const host of [node, ...hosts])
    await tryPart(`Cases in ${host.name}`, () => runCases(host, bundle), countCases)
  if (withWorkerd) await tryPart('Cases in workerd', () => runCasesInWorkerd(bundle), countCases)
}

async function tryServers(): Promise<void> {
  const listening = await askListening(node, project)
  for (const { name, status } of serverCalls) {
    const holds = listening.get(name)?.startsWith(`${status},`) === true
    count(holds, `listen() in Node, ${name}`, `${listening.get(name)}, expected ${status}`)
  }
  for (const [name, expected] of Object.entries(behaviours)) {
    const actual = listening.get(name)
    count(actual === expected, `listen() in Node, ${name}`, `${actual}, expected ${expected}`)
  }
  const same = (answers: Answers, title: string): void => compareAnswers(listening, answers, title)
  for (const host of hosts) {
    const { name, ownServer } = host
    await tryPart(`listen() in ${name}`, () => askListening(host, project), same)
    if (ownServer === undefined) continue
    await tryPart(`${name}.serve(app.fetch)`, () => askOwnServer(host, ownServer, project), same)
  }
  if (!withWorkerd) return
  const outfile = join(project, 'worker.mjs')
  await bundleWorker(join(project, 'src/worker.ts'), outfile)
  await tryPart('A worker in workerd', () => askWorkerd(outfile), same)
}

async function tryEachMiddleware(): Promise<void> {
  const inNode = await tryMiddleware(node, project)
  for (const [name, outcome] of inNode)
    count(!outcome.startsWith('failed'), `Middleware in Node, ${name}`, outcome)
  const same = (answers: Answers, title: string): void => compareAnswers(inNode, answers, title)
  for (const host of hosts)
    await tryPart(`Middleware in ${host.name}`, () => tryMiddleware(host, project), same)
  if (!withWorkerd) return
  const outfile = join(project, 'middleware-worker.mjs')
  await bundleWorker(join(project, 'src/middleware-worker.ts'), outfile)
  const inWorkerd = new Map(inNode).set('proxy', noProxy)
  await tryPart(
    'Middleware in workerd',
    () => tryMiddlewareInWorkerd(outfile),
    (answers, title) => compareAnswers(inWorkerd, answers, title),
  )
}

async function tryEachSocket(): Promise<void> {
  for (const host of hosts)
    await tryPart(
      `WebSockets in ${host.name}`,
      () => trySockets(host, project),
      (outcomes, title) => compareAnswers(socketOutcomes, outcomes, title),
    )
  if (!withWorkerd) return
  const outfile = join(project, 'socket-worker.mjs')
  await bundleWorker(join(project, 'src/socket-worker.ts'), outfile)
  await tryPart(
    'WebSockets in workerd',
    () => trySocketsInWorkerd(outfile),
    (outcomes, title) => compareAnswers(workerOutcomes, outcomes, title),
  )
}

async function tryClients(): Promise<void> {
  const same = (answers: Answers, title: string): void => compareAnswers(clientAnswers, answers, title)
  for (const host of [node, ...hosts])
    await tryPart(`A client in ${host.name}`, () => tryClient(host, project), same)
  if (withWorkerd) await tryPart('A client in workerd', () => tryClientInWorkerd(project), same)
}

async function tryCommand(host: Host, expected: string): Promise<void> {
  await tryPart(
    `The command in ${host.name}`,
    async () => {
      const actual = await generateWith(host, project)
      await checkWith(host, project)
      return actual
    },
    (actual, title) => count(actual === expected, title, 'wrote other bytes than in Node'),
  )
}

/** A part that breaks off is a failure, and the next one comes. */
async function tryPart<T>(
  title: string,
  run: () => Promise<T>,
  judge: (result: T, title: string) => void,
): Promise<void> {
  console.log(`\n# ${title}`)
  try {
    judge(await run(), title)
  } catch (error) {
    count(false, title, error instanceof Error ? error.message : String(error))
  }
}

function countCases(outcomes: Outcomes, title: string): void {
  const left = new Map<string, number>()
  let passed = 0
  let soft = 0
  for (const { id, notApplicable, failures, soft: isSoft } of [...outcomes.values()].flat()) {
    if (notApplicable !== undefined) left.set(notApplicable, (left.get(notApplicable) ?? 0) + 1)
    else if (failures.length > 0 && isSoft === true) soft += 1
    else if (count(failures.length === 0, `${title}, ${id}`, failures.join('; '))) passed += 1
  }
  console.log(`${passed} cases hold, ${soft} soft ones do not`)
  for (const [kind, number] of left) console.log(`not applicable: ${String(number).padStart(3)} ${kind}`)
}

function compareAnswers(expected: Answers, actual: Answers, title: string): void {
  for (const [name, answer] of actual) {
    count(answer === expected.get(name), `${title}, ${name}`, `${answer}\n  in Node: ${expected.get(name)}`)
  }
}

function count(holds: boolean, title: string, problem: string): boolean {
  total[holds ? 'passed' : 'failed'] += 1
  if (!holds) console.log(`${title}:\n  ${problem}`)
  return holds
}
