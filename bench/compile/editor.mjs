#!/usr/bin/env node
// node compile/editor.mjs [--times=30]: milliseconds from an edit to completion and hover in a file that uses 500 DTOs, and
// in one that uses their interfaces alone.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { median } from '../micro/statistics.mjs'
import { makeService, removeService } from './make-service.mjs'

const { values: options } = parseArgs({ options: { times: { type: 'string', default: '30' } } })
const times = Number(options.times)
const inModules = (name) => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
const servers = {
  'TypeScript 5.9': () => tsserver(inModules('ts59/lib/tsserver.js')),
  'TypeScript 7': () => languageServer(inModules('typescript/bin/tsc')),
}

describeRun(`${times} edits in each file`)
const service = makeService(100)
try {
  const files = { interfaces: writeFile('interfaces'), DTOs: writeFile('dtos') }
  console.log(
    '\n| server | file uses | first completion | completion | hover |\n| --- | --- | --- | --- | --- |',
  )
  for (const [name, start] of Object.entries(servers)) {
    for (const [uses, path] of Object.entries(files)) {
      const { first, completions, hovers } = await measure(start(), path)
      const [completion, hover] = [median(completions), median(hovers)].map((ms) => ms.toFixed(1))
      console.log(`| ${name} | ${uses} | ${first.toFixed(0)} | ${completion} | ${hover} |`)
    }
  }
} finally {
  removeService(service)
}

/** A file with a line for each DTO, which ends with a member of its value. */
function writeFile(kind) {
  const [imports, lines] = [[], []]
  for (let i = 0; i < 100; i++) {
    const routes = readFileSync(`${service}/src/routes/order-${i}.ts`, 'utf8')
    const names = /import \{ (.+) \} from/.exec(routes.replace(/\n\s+/g, ' ').replace(/,? \}/g, ' }'))?.[1]
    const own = [...routes.matchAll(/\b(?:bind\(\)\.(\w+)\(|c\.json\(\w+, )(\w+)\)/g)]
    if (names === undefined || own.length !== 5) throw new Error(`unexpected routes ${i}`)
    imports.push(
      kind === 'dtos'
        ? `import { ${names} } from './dto/order-${i}.bind.js'`
        : `import type { ${names} } from './dto/order-${i}.js'`,
    )
    for (const [, source, dto] of own) {
      const value = kind === 'dtos' && source !== undefined ? `c.bind().${source}(${dto})` : `value<${dto}>()`
      lines.push(`  const of${dto} = ${value}\n  void of${dto}.`)
    }
  }
  const path = `${service}/src/${kind}.ts`
  const context = "import type { Ctx } from '@ctxgen/runtime'\ndeclare function value<T>(): T\n"
  const members = lines.map((line) => `${line}toString`)
  writeFileSync(
    path,
    `${imports.join('\n')}\n${context}export function use(c: Ctx): void {\n${members.join('\n')}\n}\n`,
  )
  return path
}

async function measure(server, path) {
  const text = readFileSync(path, 'utf8').split('\n')
  const places = text.flatMap((line, i) => (line.startsWith('  void of') ? [i] : []))
  await server.open(path, text.join('\n'))
  const [completions, hovers] = [[], []]
  let first = 0
  for (let i = 0; i <= times; i++) {
    const line = places[(i * 37) % places.length]
    const column = text[line].indexOf('.') + 1
    await server.edit(path, text, line)
    const start = performance.now()
    const found = await server.complete(path, line, column)
    const completed = performance.now()
    const shown = await server.hover(path, line - 1, text[line - 1].indexOf('of') + 1)
    if (found < 2 || !shown) throw new Error(`nothing found at line ${line + 1} of ${path}`)
    if (i === 0) first = completed - start
    else completions.push(completed - start)
    if (i > 0) hovers.push(performance.now() - completed)
  }
  server.stop()
  return { first, completions, hovers }
}

function tsserver(script) {
  let sent = 0
  const { send, stop } = connect([script, '--disableAutomaticTypingAcquisition'], {
    print: (message) => `${JSON.stringify(message)}\n`,
    idOf: (message) => (message.type === 'response' ? message.request_seq : undefined),
  })
  const ask = async (command, args) => {
    const seq = ++sent
    return (await send({ seq, type: 'request', command, arguments: args }, seq)).body
  }
  return {
    open: (file, fileContent) =>
      send({ seq: ++sent, type: 'request', command: 'open', arguments: { file, fileContent } }),
    edit: (file, text, line) => {
      const [at, offset] = [line + 1, text[line].length + 1]
      const place = { line: at, offset, endLine: at, endOffset: offset }
      return ask('change', { file, ...place, insertString: ' ' }).then(() => (text[line] += ' '))
    },
    complete: async (file, line, column) =>
      (await ask('completionInfo', { file, line: line + 1, offset: column + 1 }))?.entries.length ?? 0,
    hover: async (file, line, column) =>
      (await ask('quickinfo', { file, line: line + 1, offset: column + 1 }))?.displayString !== undefined,
    stop,
  }
}

function languageServer(script) {
  let [sent, version] = [0, 1]
  const { send, stop } = connect([script, '--lsp', '--stdio'], {
    print: (message) => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message })
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    },
    idOf: (message) => ('method' in message ? undefined : message.id),
    answer: (message) =>
      'method' in message && 'id' in message ? { id: message.id, result: null } : undefined,
  })
  const ask = async (method, params) => {
    const id = ++sent
    return (await send({ id, method, params }, id)).result
  }
  const ofFile = (path) => ({ textDocument: { uri: pathToFileURL(path).href } })
  const at = (path, line, character) => ({ ...ofFile(path), position: { line, character } })
  return {
    async open(path, text) {
      const capabilities = { textDocument: { completion: {}, hover: {} } }
      await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(service).href, capabilities })
      await send({ method: 'initialized', params: {} })
      const { uri } = ofFile(path).textDocument
      await send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'typescript', version, text } },
      })
    },
    edit(path, text, line) {
      const position = { line, character: text[line].length }
      text[line] += ' '
      const textDocument = { ...ofFile(path).textDocument, version: ++version }
      const contentChanges = [{ range: { start: position, end: position }, text: ' ' }]
      return send({ method: 'textDocument/didChange', params: { textDocument, contentChanges } })
    },
    async complete(path, line, column) {
      const found = await ask('textDocument/completion', at(path, line, column))
      return (found?.items ?? found ?? []).length
    },
    hover: async (path, line, column) => (await ask('textDocument/hover', at(path, line, column))) !== null,
    stop,
  }
}

/** A server on standard input and output, whose messages have a length. */
function connect(args, { print, idOf, answer = () => undefined }) {
  const child = spawn(process.execPath, args, { cwd: service, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let rest = Buffer.alloc(0)
  child.stdout.on('data', (piece) => {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(rest.subarray(0, head).toString())?.[1])
      if (head === -1 || rest.length < head + 4 + length) return
      const message = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString())
      rest = rest.subarray(head + 4 + length)
      const reply = answer(message)
      if (reply !== undefined) child.stdin.write(print(reply))
      const id = idOf(message)
      waiting.get(id)?.(message)
      waiting.delete(id)
    }
  })
  return {
    send(message, id) {
      child.stdin.write(print(message))
      return id === undefined ? Promise.resolve() : new Promise((resolve) => waiting.set(id, resolve))
    },
    stop: () => child.kill(),
  }
}
