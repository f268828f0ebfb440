import { appCommands, isOfApps } from '../config/app-commands.ts'
import { loadConfig } from '../config/load-config.ts'
import { done } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'

/** Without inputs writes or compares the documents and clients whose files are in the config, each by its own command. */
export async function runApps(flags: Flags, host: Host): Promise<number> {
  if (!isOfApps(flags)) return done
  const argv = argvOf(flags)
  const codes = [done]
  for (const name of appCommands(await loadConfig(flags.config, host.cwd))) {
    if (name === 'openapi') {
      const cached = flags.cache ? argv : [...argv, '--no-cache']
      codes.push(await (await import('./openapi.ts')).openapi(cached, host))
    } else if (name === 'asyncapi') {
      codes.push(await (await import('./asyncapi.ts')).asyncapi(argv, host))
    } else {
      codes.push(await (await import('./client.ts')).client(argv, host))
    }
  }
  return Math.max(...codes)
}

/** The options that the commands have in common. */
function argvOf({ check, config, project, json, quiet, verbose, color }: Flags): readonly string[] {
  return [
    ...(check ? ['--check'] : []),
    ...(config === undefined ? [] : ['--config', config]),
    ...(project === undefined ? [] : ['--project', project]),
    ...(json ? ['--json'] : []),
    ...(quiet ? ['--quiet'] : []),
    ...(verbose ? ['--verbose'] : []),
    ...(color ? [] : ['--no-color']),
  ]
}
