import { Argument, Command, type Option } from 'commander'
import { commands } from '../command-names.ts'
import { done } from '../exit-code.ts'
import { declareCommand } from '../flags.ts'
import type { Host } from '../host.ts'

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

/** Prints a script that completes the command's options in a shell. */
export function completion(argv: readonly string[], host: Host): number {
  const command = new Command('ctxgen completion')
    .description(`Prints completions for a shell. Put this into its start file:

  bash  source <(ctxgen completion bash)
  zsh   source <(ctxgen completion zsh)
  fish  ctxgen completion fish | source`)
    .addArgument(new Argument('<shell>').choices(Object.keys(shells)))
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
    .parse([...argv], { from: 'user' })
  const shell = command.args[0] as keyof typeof shells
  host.stdout(shells[shell](optionsOf(host)))
  return done
}

function optionsOf(host: Host): readonly Option[] {
  const command = declareCommand(host)
  return command.createHelp().visibleOptions(command)
}

function bashCompletion(options: readonly Option[]): string {
  const names = options.flatMap(({ short, long }) => [short, long]).filter((name) => name !== undefined)
  const choices = options.filter(({ argChoices }) => argChoices !== undefined)
  return `_ctxgen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$previous" in
${choices.map((o) => `    ${o.long}) COMPREPLY=($(compgen -W "${o.argChoices?.join(' ')}" -- "$current")); return ;;`).join('\n')}
    completion) COMPREPLY=($(compgen -W "${Object.keys(shells).join(' ')}" -- "$current")); return ;;
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$current"))
  else
    # A name may hold blanks: each line is one.
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    [[ $COMP_CWORD -eq 1 ]] && COMPREPLY+=($(compgen -W $'${Object.keys(commands).join('\\n')}' -- "$current"))
  fi
}
complete -o filenames -F _ctxgen ctxgen
`
}

function zshCompletion(options: readonly Option[]): string {
  const specs = options.flatMap((option) => {
    const value = option.required ? `:${valueSpec(option)}` : ''
    const text = option.description.replace(/[[\]:'\\]/g, (char) => (char === "'" ? "'\\''" : `\\${char}`))
    return [option.short, option.long].flatMap((name) =>
      name === undefined ? [] : `    '${name}[${text}]${value}' \\`,
    )
  })
  return `#compdef ctxgen
_ctxgen() {
  _arguments \\
${specs.join('\n')}
    '*:input:_files'
  [[ $CURRENT -eq 2 ]] && compadd ${Object.keys(commands).join(' ')}
  [[ \${words[2]} == completion ]] && compadd ${Object.keys(shells).join(' ')}
}
if [[ \${funcstack[1]} == _ctxgen ]]; then _ctxgen "$@"; else compdef _ctxgen ctxgen; fi
`
}

function valueSpec({ argChoices, flags }: Option): string {
  return argChoices === undefined
    ? /<tag>/.test(flags)
      ? 'tag:'
      : 'path:_files'
    : `mode:(${argChoices.join(' ')})`
}

function fishCompletion(options: readonly Option[]): string {
  const lines = options.map(({ short, long, argChoices, required, description }) => {
    const names = [short && `-s ${short.slice(1)}`, long && `-l ${long.slice(2)}`].filter(Boolean)
    const value = argChoices === undefined ? (required ? ' -r' : '') : ` -x -a '${argChoices.join(' ')}'`
    return `complete -c ctxgen ${names.join(' ')}${value} -d '${description.replace(/['\\]/g, '\\$&')}'`
  })
  const isFirst = '__fish_is_first_token'
  return [
    ...Object.entries(commands).map(
      ([name, text]) => `complete -c ctxgen -n ${isFirst} -a '${name}' -d '${text}'`,
    ),
    `complete -c ctxgen -n '__fish_seen_subcommand_from completion' -f -a '${Object.keys(shells).join(' ')}'`,
    ...lines,
    '',
  ].join('\n')
}
