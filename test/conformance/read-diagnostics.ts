import { relative, resolve } from 'node:path'

/** An error as the command reports it. */
export interface ReportedError {
  /** Relative to its working directory, with forward slashes. */
  readonly file: string
  readonly line: number
  readonly code: string
  readonly message: string
}

const textLine = /^(.+?):(\d+):(\d+) - error (\w+): (.*)$/

/**
 * The errors in the output of a run, written as text (`path:line:col - error CTX1004: text`) or as JSON
 * lines.
 */
export function readDiagnostics(output: string, folder: string): ReportedError[] {
  return output.split('\n').flatMap((line) => {
    const match = textLine.exec(line)
    if (match !== null) {
      const [, file = '', row = '', , code = '', message = ''] = match
      return [{ file: fromFolder(file, folder), line: Number(row), code, message }]
    }
    return line.startsWith('{') ? readJson(line, folder) : []
  })
}

function readJson(line: string, folder: string): ReportedError[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return []
  }
  if (typeof parsed !== 'object' || parsed === null) return []
  const read = (...keys: string[]): unknown =>
    keys.map((key) => Reflect.get(parsed, key) as unknown).find((v) => v !== undefined)
  if ((read('severity') ?? 'error') !== 'error' || read('code') === undefined) return []
  return [
    {
      file: fromFolder(String(read('file', 'path') ?? ''), folder),
      line: Number(read('line')),
      code: String(read('code')),
      message: String(read('message', 'text') ?? ''),
    },
  ]
}

function fromFolder(file: string, folder: string): string {
  return relative(folder, resolve(folder, file)).replaceAll('\\', '/')
}
