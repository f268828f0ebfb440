export const EOL = '\n'
export const platform = (): string => 'linux'
export const tmpdir = (): string => '/tmp'
