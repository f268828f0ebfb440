import { type Api, fieldErrors, type ParkCarInput, parkCar, parkCarNames } from './work/parking.js'

/** TanStack Form writes indices in brackets: `lines[0].amount`. */
export function bracketed(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(/\.(\d+)(?=\.|$)/g, '[$1]'), message]),
  )
}

interface Control {
  setCustomValidity(message: string): void
}

/** Shows the issues of an answer beside the controls of a form, by their names. */
export async function checkPlainForm(
  api: Api,
  input: ParkCarInput,
  control: (name: string) => Control | undefined,
): Promise<void> {
  const answer = await parkCar(api, input)
  if (answer.ok) return
  for (const [name, message] of Object.entries(fieldErrors(answer.problem, parkCarNames)))
    control(name)?.setCustomValidity(message)
}
