import { type Packed, pack, unpack } from '../packed-values.ts'

type Functions = Readonly<Record<string, unknown>>

/** The result of a call: its answer, or the error that it threw. */
export type Outcome =
  | { readonly answer: Packed }
  | { readonly error: string; readonly status: number | undefined; readonly isTypeError: boolean }

declare global {
  interface Window {
    /** By format. */
    clients: Readonly<Record<string, Functions>>
    callClient(format: string, name: string, input: readonly Packed[]): Promise<Outcome>
  }
}

window.callClient = async (format, name, input) => {
  const call = window.clients[format]?.[name]
  if (typeof call !== 'function') throw new Error(`there is no ${name} for ${format}`)
  try {
    const { headers: _headers, ...answer } = await call({ checked: true }, ...input.map(unpack))
    return { answer: await pack(answer) }
  } catch (error) {
    const { message, status } = error as Error & { readonly status?: number }
    return { error: message, status, isTypeError: error instanceof TypeError }
  }
}
