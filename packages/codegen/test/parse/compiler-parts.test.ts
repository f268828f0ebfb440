import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutServices } from '../../src/parse/compiler-parts.ts'
import { transpileTypeScript } from '../../src/parse/transpile-typescript.ts'

/*
 * Our copy of the compiler is one file with a part removed. The kept part must not refer to the removed
 * one, except where it lists all exports.
 */

const common = createRequire(createRequire(import.meta.url).resolve('ts-morph')).resolve('@ts-morph/common')
const whole = readFileSync(join(dirname(common), 'typescript.js'))
const short = Buffer.concat(withoutServices(whole))

test('a third of the compiler is removed; of an unknown build nothing is', () => {
  assert.ok(short.length < whole.length * 0.75, `${short.length} of ${whole.length}`)
  for (const other of ['', 'exports.version = 1', '\n// src/jsTyping/', '\n// src/services/services.ts\n']) {
    assert.equal(Buffer.concat(withoutServices(Buffer.from(other))).toString(), other)
  }
})

test('the kept part of the compiler refers to nothing removed, except in uncalled methods', () => {
  const kept = declaredIn(short)
  const gone = new Set([...declaredIn(whole)].filter((name) => !kept.has(name)))
  assert.ok(gone.size > 1000)
  assert.equal([...new Set(usersOf(gone))].sort(), forEditors)
})

/** The language service, in the file kept for its classes, and methods that document and list nodes. */
const forEditors: readonly string[] = [
  'addSyntheticNodes',
  'computeNamedDeclarations',
  'createChildren',
  'createLanguageService',
  'createLanguageServiceSourceFile',
  'getCurrentSourceFile',
  'getDocumentationComment',
  'getJsDocTagsOfDeclarations',
  'getPropertySymbolsFromContextualType',
  'getSupportedCodeFixes',
  'initializeNameTable',
]

test('TypeScript becomes JavaScript as the compiler itself makes it', () => {
  const sources = [
    'export default { inputs: ["a"] } satisfies object as unknown\n',
    "import type { A } from './a.js'\nimport { b } from './b.js'\nexport const c: A = b\n",
    'enum E { A = 1 }\nexport const e = E.A, f = async <T,>(a: T) => (await a)!\n',
    '// é\nexport class A { private readonly b = 1; constructor(public c: string) {} }\r\n',
    'const a: = 1',
  ]
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  for (const text of sources) {
    assert.is(transpileTypeScript(text), ts.transpileModule(text, { compilerOptions }).outputText)
  }
})

/** Code added by the build is not indented. */
function declaredIn(source: Buffer): ReadonlySet<string> {
  const declarations = source
    .toString()
    .matchAll(/^(?:async )?(?:function\*?|var|let|const|class) ([\w$]+)/gm)
  return new Set([...declarations].map(([, name = '']) => name))
}

/** The functions and methods of the reduced file that name one of these. */
function usersOf(gone: ReadonlySet<string>): readonly string[] {
  const file = ts.createSourceFile('typescript.js', short.toString(), ts.ScriptTarget.ES2022, true)
  const users: string[] = []
  const visit = (node: ts.Node): void => {
    // The list of all exports of TypeScript, each behind a function.
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === '__export')
      return
    if (ts.isIdentifier(node) && gone.has(node.text) && isFree(node)) users.push(userOf(node))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return users
}

/** Whether a name is global in the file rather than a member or a local. */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node
  if ('name' in parent && parent.name === node) return false
  if ('propertyName' in parent && parent.propertyName === node) return false
  for (let scope: ts.Node | undefined = parent; scope !== undefined; scope = scope.parent) {
    // The whole compiler is inside one function.
    const isPart = ts.isFunctionLike(scope) && scope.getFullWidth() < short.length / 2
    if (isPart && declares(scope, node.text)) return false
  }
  return true
}

function declares(node: ts.Node, name: string): boolean {
  const isDeclaration =
    ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)
  if (isDeclaration && node.name !== undefined && ts.isIdentifier(node.name) && node.name.text === name)
    return true
  if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && node.name.text === name) return true
  return ts.forEachChild(node, (child) => declares(child, name) || undefined) === true
}

/** The name of the outermost function or method around a node. */
function userOf(node: ts.Node): string {
  let user = 'the file'
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) user = at.name?.getText() ?? user
  }
  return user
}

test.run()
