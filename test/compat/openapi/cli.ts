import { readFileSync } from 'node:fs'
import { judgedServices } from '../../openapi/judged-services.ts'
import { judge } from '../../openapi/random-requests.ts'
import { clientFolder, compileClients, generators, writtenBy } from './clients.ts'
import { examples, type WrittenDocument, writeExamples, writeFixtures } from './documents.ts'
import { seeLivePage } from './live-page.ts'
import { seeExamples } from './page.ts'
import { parsers } from './parsers.ts'
import { proxyTests } from './prism.ts'
import { talkToExample, writeTalk } from './talk.ts'

/** The parts, in order; each gives one line for each check, and what is wrong with it. */
const parts: Readonly<Record<string, (documents: readonly WrittenDocument[]) => AsyncGenerator<Check>>> = {
  parsers: parse,
  clients: makeClients,
  prism: proxy,
  requests: judgeRequests,
  page: seePages,
}

interface Check {
  readonly name: string
  /** Empty when all is well. */
  readonly finding: string
}

async function* parse(documents: readonly WrittenDocument[]): AsyncGenerator<Check> {
  const all = [...documents, ...writeFixtures()]
  for (const [name, { specs, find }] of Object.entries(parsers)) {
    const paths = all.filter(({ spec }) => specs.includes(spec)).map(({ path }) => path)
    yield { name: `${name} of ${paths.length}, ${specs.join(', ')}`, finding: await find(paths) }
  }
}

async function* makeClients(documents: readonly WrittenDocument[]): AsyncGenerator<Check> {
  const talking: { readonly name: string; readonly generator: string; readonly folder: string }[] = []
  for (const { name, path } of beforeVersion32(documents)) {
    for (const [generator, generate] of Object.entries(generators)) {
      const folder = clientFolder(name, generator)
      const failure = await generate(path, folder)
      const isEmpty = failure === '' && !writtenBy(folder).some((file) => file.endsWith('.ts'))
      yield { name: `${generator} of ${name}`, finding: isEmpty ? 'it wrote nothing' : failure }
      writeTalk(name, generator, folder)
      talking.push({ name, generator, folder })
    }
  }
  yield { name: 'all clients compile', finding: await compileClients() }
  for (const { name, generator, folder } of talking)
    yield {
      name: `${generator} of ${name} calls every operation`,
      finding: await talkToExample(name, folder),
    }
}

async function* proxy(documents: readonly WrittenDocument[]): AsyncGenerator<Check> {
  for (const example of examples) {
    const document = documents.find(({ name }) => name === `${example}-3.1`)
    const { findings, requests } = await proxyTests(document?.path ?? '', example)
    const finding = requests === 0 ? 'no request went through Prism' : findings
    yield { name: `Prism between ${requests} requests of ${example}`, finding }
  }
}

/** The generators and Swagger UI have not been tried with 3.2 yet. */
function beforeVersion32(documents: readonly WrittenDocument[]): readonly WrittenDocument[] {
  return documents.filter(({ spec }) => spec !== '3.2')
}

const requests = 10_000

async function* judgeRequests(): AsyncGenerator<Check> {
  const services = Object.entries(judgedServices())
  for (const [name, service] of services) {
    const { allowed, forbidden, disagreements } = await judge(
      service,
      requests / services.length,
      Date.now() % 1_000_000,
    )
    const finding =
      allowed === 0 || forbidden === 0 ? 'all were judged alike' : disagreements.slice(0, 9).join('\n')
    yield { name: `${allowed} allowed and ${forbidden} forbidden requests of ${name}`, finding }
  }
}

async function* seePages(documents: readonly WrittenDocument[]): AsyncGenerator<Check> {
  for (const { name, path } of beforeVersion32(documents)) {
    const document = JSON.parse(readFileSync(path, 'utf8'))
    yield { name: `the page of ${name} in Chromium`, finding: await seeExamples(name, document) }
  }
  yield { name: 'the page of --serve follows the code', finding: await seeLivePage() }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}, only ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const documents = writeExamples()
let failures = 0
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for await (const check of run(documents)) {
    console.log(
      `${check.finding === '' ? 'ok  ' : 'FAIL'} ${check.name}${check.finding === '' ? '' : `\n${check.finding}`}`,
    )
    if (check.finding !== '') failures++
  }
}
console.log(failures === 0 ? 'All agree.' : `${failures} failed.`)
process.exitCode = failures === 0 ? 0 : 1
